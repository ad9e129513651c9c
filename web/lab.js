// SPDX-License-Identifier: MIT
// The panel Lab: which experiments there are, which have been run, and what came out.

import { get, withToken } from './api.js';
import { byId, el } from './dom.js';

const number = (value) =>
    typeof value === 'number' ? Number(value.toPrecision(4)).toLocaleString('en') : (value ?? '–');

const interval = (low, high) =>
    typeof low === 'number' && typeof high === 'number'
        ? ` (${number(low)} to ${number(high)})`
        : '';

const valueWords = (measured) =>
    `${number(measured.value)}${interval(measured.low, measured.high)}${measured.unit === '%' ? ' %' : ''}`;

function paperRange(row) {
    if (typeof row.paper_low === 'number' && typeof row.paper_high === 'number')
        return row.paper_low === row.paper_high
            ? String(number(row.paper_low))
            : `${number(row.paper_low)} to ${number(row.paper_high)}`;
    if (typeof row.paper_high === 'number') return `at most ${number(row.paper_high)}`;
    return typeof row.paper_low === 'number' ? `at least ${number(row.paper_low)}` : '–';
}

function table(label, head, rows) {
    return el(
        'div',
        { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label },
        el(
            'table',
            { 'aria-label': label },
            el('thead', {}, el('tr', {}, ...head.map((name) => el('th', { scope: 'col' }, name)))),
            el(
                'tbody',
                {},
                ...rows.map((row) =>
                    el(
                        'tr',
                        {},
                        ...row.map((cell, i) =>
                            i === 0 ? el('th', { scope: 'row' }, cell) : el('td', {}, cell),
                        ),
                    ),
                ),
            ),
        ),
    );
}

/** Ours beside the paper's. */
function comparedTable(compared) {
    return table(
        'Ours beside the paper’s',
        ['What', 'At', 'Paper', 'Ours', 'Verdict'],
        compared.map((row) => [
            row.what,
            String(number(row.x)),
            paperRange(row),
            `${number(row.value)}${interval(row.low, row.high)}`,
            row.verdict ?? '–',
        ]),
    );
}

/** Everything that was measured, with its 95 % interval. */
function pointsTable(points) {
    const measured = points.filter((point) =>
        Object.values(point).some((value) => value && typeof value === 'object'),
    );
    const names = [...new Set(measured.flatMap((point) => Object.keys(point)))].filter(
        (name) => name !== 'curve' && name !== 'x',
    );
    return el(
        'details',
        { 'aria-label': 'All values' },
        el('summary', {}, `All ${measured.length} values`),
        table(
            'All values',
            ['Curve', 'At', ...names],
            measured.map((point) => [
                point.curve,
                String(number(point.x)),
                ...names.map((name) => (point[name] ? valueWords(point[name]) : '–')),
            ]),
        ),
    );
}

function shown(found) {
    const facts = [found.name, found.paper, found.state];
    if (found.verdict) facts.push(`verdict: ${found.verdict}`);
    const nodes = [
        el('h3', {}, found.question),
        el('p', {}, found.shows),
        el('p', { class: 'quiet' }, facts.join(' · ')),
    ];
    if (!found.done)
        return [...nodes, el('p', {}, 'Not run yet. To run it: ', el('code', {}, found.command))];
    const plot = el('img', {
        class: 'plot',
        alt: `The figure of ${found.name}`,
        src: withToken(`/api/lab/${encodeURIComponent(found.name)}/plot.svg`),
    });
    plot.addEventListener('error', () =>
        plot.replaceWith(
            el('p', { class: 'quiet' }, 'The figure cannot be drawn here: is gnuplot installed?'),
        ),
    );
    nodes.push(plot);
    if (found.compared?.length) nodes.push(comparedTable(found.compared));
    nodes.push(
        pointsTable(found.points),
        el(
            'p',
            { class: 'quiet' },
            `${found.command} · copse ${found.version} · ${found.machine} · ${found.date}`,
        ),
    );
    return nodes;
}

export function makeLab() {
    let loaded = false;

    async function choose(button, experiment) {
        for (const other of byId('lab-list').querySelectorAll('button'))
            other.setAttribute('aria-current', String(other === button));
        const host = byId('lab-shown');
        const title = el('h2', {}, 'Result');
        try {
            const answer = await get(`/api/lab/${encodeURIComponent(experiment.name)}`);
            const found = Array.isArray(answer) ? answer[0] : answer;
            host.replaceChildren(title, ...shown(found));
        } catch (refused) {
            host.replaceChildren(
                title,
                el('p', { class: 'wrong', role: 'alert' }, refused.message),
            );
        }
    }

    async function load() {
        try {
            const { file, experiments } = await get('/api/lab');
            byId('lab-file').textContent = file ? `Results in ${file}.` : '';
            const list = el('ul', { class: 'lab-list' });
            for (const experiment of experiments) {
                const run = !/not run/.test(experiment.state);
                const button = el(
                    'button',
                    { type: 'button', 'aria-current': 'false' },
                    el('span', {}, experiment.name),
                    el(
                        'span',
                        { class: run ? 'state done' : 'state' },
                        `${run ? '● ' : '○ '}${experiment.state}`,
                    ),
                    el('small', {}, experiment.what),
                );
                button.addEventListener('click', () => choose(button, experiment));
                list.append(el('li', {}, button));
            }
            byId('lab-list').replaceChildren(list);
        } catch (refused) {
            byId('lab-list').replaceChildren(
                el('p', { class: 'wrong', role: 'alert' }, refused.message),
            );
        }
    }

    return {
        shown() {
            if (!loaded) load();
            loaded = true;
        },
    };
}
