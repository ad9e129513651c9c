// SPDX-License-Identifier: MIT
// Choosing a search: an algorithm, its options from the library's own table, the machine and its
// processors; and, apart from that, the limits.

import { el, field, select } from './dom.js';

function optionControl(option) {
    if (option.kind === 'switch')
        return el('input', { type: 'checkbox', checked: option.standard === 'on' });
    if (option.kind === 'choice') return select(option.choices, option.standard);
    return el('input', {
        type: 'text',
        placeholder: option.standard || 'none',
        spellcheck: 'false',
        autocapitalize: 'off',
    });
}

/** The value as the library reads it; undefined where it is the usual one. */
function optionValue(option, control) {
    const value =
        option.kind === 'switch' ? (control.checked ? 'on' : 'off') : control.value.trim();
    return value === '' || value === option.standard ? undefined : value;
}

/** What a number may be. The largest are only there to have an end: nobody needs to read them. */
function range(option) {
    if (option.least === undefined || option.least === null || option.kind === 'text') return '';
    const most = option.most >= 1e9 ? '' : ` to ${option.most}`;
    const also =
        option.choices?.length && option.kind !== 'choice'
            ? ` or ${option.choices.join(', ')}`
            : '';
    return ` (${option.least}${most || ' or more'}${also})`;
}

export class SearchForm {
    /** @param {HTMLElement} host */
    constructor(host, about, chosen = 'pbf') {
        this.about = about;
        this.algorithm = el('select');
        for (const family of new Set(about.algorithms.map((one) => one.family))) {
            const members = about.algorithms.filter((one) => one.family === family);
            this.algorithm.append(
                el(
                    'optgroup',
                    { label: family },
                    ...members.map((one) =>
                        el('option', { value: one.name, selected: one.name === chosen }, one.name),
                    ),
                ),
            );
        }
        this.summary = el('p', { class: 'quiet' });
        this.machine = select(['threads', 'sim']);
        this.processors = el('input', {
            type: 'number',
            min: 1,
            max: 4096,
            value: String(Math.min(2, about.processors)),
        });
        this.costs = select(about.costs, 'today');
        this.seed = el('input', { type: 'number', min: 0, value: '1' });
        this.parallel = el(
            'div',
            { class: 'fields' },
            field('Machine', this.machine),
            field('Processors', this.processors),
            field('Costs of simulation', this.costs),
            field('Seed', this.seed),
        );
        this.options = el('div', { class: 'fields' });
        this.optionsTitle = el('summary', {});
        host.append(
            field('Algorithm', this.algorithm),
            this.summary,
            el('details', { 'aria-label': 'Options' }, this.optionsTitle, this.options),
            this.parallel,
        );
        this.algorithm.addEventListener('change', () => this.#build());
        this.machine.addEventListener('change', () => this.#gate());
        this.#build();
    }

    get chosen() {
        return this.about.algorithms.find((one) => one.name === this.algorithm.value);
    }

    #build() {
        const one = this.chosen;
        this.summary.textContent = `${one.summary}${one.paper ? ` (${one.paper})` : ''}`;
        // The seed has its own field.
        this.rows = one.options
            .filter((option) => option.name !== 'seed')
            .map((option) => ({ option, control: optionControl(option) }));
        this.optionsTitle.textContent = `Options (${this.rows.length})`;
        this.options.replaceChildren(
            ...this.rows.map(({ option, control }) => {
                const block = field(option.name, control, `${option.summary}${range(option)}`);
                block.classList.add('wide-field');
                return block;
            }),
        );
        const machines = one.machines.filter((machine) => machine !== 'mpi');
        this.machine.replaceChildren(
            ...machines.map((machine) =>
                el('option', { value: machine }, machine === 'sim' ? 'simulated' : 'threads'),
            ),
        );
        this.#gate();
    }

    #gate() {
        const parallel = this.chosen.parallel;
        this.machine.disabled = !parallel;
        this.processors.disabled = !parallel;
        this.costs.disabled = !parallel || this.machine.value !== 'sim';
    }

    request() {
        const options = {};
        for (const { option, control } of this.rows) {
            const value = optionValue(option, control);
            if (value !== undefined) options[option.name] = value;
        }
        const request = {
            algorithm: this.chosen.name,
            options,
            seed: Number(this.seed.value) || 0,
        };
        if (this.chosen.parallel) {
            request.machine = this.machine.value;
            request.processors = Number(this.processors.value);
            if (request.machine === 'sim') request.costs = this.costs.value;
        }
        return request;
    }

    /** Shows the search of a request that is running already. */
    fill(request) {
        if (!this.about.algorithms.some((one) => one.name === request.algorithm)) return;
        this.algorithm.value = request.algorithm;
        this.#build();
        for (const { option, control } of this.rows) {
            const value = request.options?.[option.name];
            if (value === undefined) continue;
            if (option.kind === 'switch') control.checked = value === 'on';
            else control.value = value;
        }
        if (request.machine) this.machine.value = request.machine;
        if (request.processors) this.processors.value = String(request.processors);
        if (request.costs) this.costs.value = request.costs;
        this.seed.value = String(request.seed ?? 1);
        this.#gate();
    }
}

const LIMITS = [
    ['seconds', 'Seconds', 1],
    ['nodes', 'Nodes', 1],
    ['expansions', 'Expansions', 1],
    ['depth', 'Depth', 1],
    ['memory', 'Memory in MB', 1048576],
];

/** What ends a search: whichever of them is reached first. */
export class LimitsForm {
    constructor(host, usual = { seconds: 10 }) {
        this.boxes = LIMITS.map(([name, words, unit]) => ({
            name,
            unit,
            box: el('input', {
                type: 'number',
                min: 0,
                step: 'any',
                placeholder: 'none',
                value: String(usual[name] ?? ''),
            }),
            words,
        }));
        this.endless = el('input', { type: 'checkbox' });
        host.append(
            el(
                'div',
                { class: 'fields' },
                ...this.boxes.map(({ words, box }) => field(words, box)),
            ),
            field('Until I stop it', this.endless),
        );
    }

    request() {
        const limits = {};
        for (const { name, unit, box } of this.boxes)
            if (box.value.trim() !== '' && !(this.endless.checked && name !== 'memory'))
                limits[name] = Number(box.value) * unit;
        if (this.endless.checked) limits.endless = true;
        return limits;
    }

    fill(limits) {
        for (const { name, unit, box } of this.boxes)
            box.value = limits?.[name] === undefined ? '' : String(limits[name] / unit);
        this.endless.checked = Boolean(limits?.endless);
    }
}
