// SPDX-License-Identifier: MIT
// Making elements. Text from anywhere always becomes a text node, never markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, properties, children) {
    for (const [name, value] of Object.entries(properties)) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
        else if (name === 'class') node.setAttribute('class', value);
        else if (name in node && typeof value !== 'string' && !(node instanceof SVGElement))
            node[name] = value;
        else node.setAttribute(name, value === true ? '' : String(value));
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
}

/**
 * An HTML element: `onclick` and the like are listeners, the rest attributes or properties.
 * @param {string} tag
 * @param {Object<string, any>} [properties]
 * @param {...(Node|string|null|undefined)} children
 */
export function el(tag, properties = {}, ...children) {
    return fill(document.createElement(tag), properties, children);
}

/** The same for an element of SVG. */
export function svg(tag, properties = {}, ...children) {
    return fill(document.createElementNS(SVG, tag), properties, children);
}

/** @returns {any} the element of the page with this id */
export const byId = (id) => document.getElementById(id);

let labels = 0;

/**
 * A control with its label before it, as one block.
 * @param {string} words
 * @param {HTMLElement} control
 * @param {string} [help] a sentence below it
 */
export function field(words, control, help) {
    control.id ||= `control-${++labels}`;
    const note = help ? el('small', { id: `${control.id}-help` }, help) : null;
    if (note) control.setAttribute('aria-describedby', note.id);
    return el(
        'div',
        { class: control.type === 'checkbox' ? 'field check' : 'field' },
        el('label', { for: control.id }, words),
        control,
        note,
    );
}

/**
 * A list to choose from.
 * @param {Array<string|[string, string]>} choices values, or pairs of value and words
 * @param {string} [chosen]
 */
export function select(choices, chosen, properties = {}) {
    const box = el('select', properties);
    for (const choice of choices) {
        const [value, words] = Array.isArray(choice) ? choice : [choice, choice];
        box.append(el('option', { value, selected: value === chosen }, words));
    }
    return box;
}

let probe = null;

/** A colour of the style sheet, as it is now in light or dark. */
export function colour(name) {
    probe ??= document.body.appendChild(el('span', { hidden: true }));
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
}

/** Waits until calls have stopped for so long, then makes the last one. */
export function debounce(milliseconds, work) {
    let timer = 0;
    return (...args) => {
        clearTimeout(timer);
        timer = setTimeout(() => work(...args), milliseconds);
    };
}
