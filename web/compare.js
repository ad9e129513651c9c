// SPDX-License-Identifier: MIT
// The panel Compare: two searches on the same position with the same limits, at the same time.

import { ScoreChart } from './chart.js';
import { byId, el } from './dom.js';
import { progressFigures } from './figures.js';
import { scaleOf } from './games.js';
import { PositionPicker } from './position-picker.js';
import { Roots } from './roots.js';
import { LimitsForm, SearchForm } from './search-form.js';
import { Search } from './search.js';

const KEY = 'copse.compare';
const NAMES = ['A', 'B'];

export function makeCompare(about) {
    const picker = new PositionPicker(byId('compare-position'), about);
    const limits = new LimitsForm(byId('compare-position'), { seconds: 10 });
    const sides = [
        ['compare-first', 'pbf'],
        ['compare-second', 'rbfm'],
    ].map(([id, algorithm], i) => {
        const form = new SearchForm(byId(id), about, algorithm);
        form.processors.value = '1'; // the two share the machine
        const roots = new Roots(byId(id), `Moves at the root of ${NAMES[i]}`);
        return { form, roots, search: null };
    });
    const chart = new ScoreChart(byId('compare-chart'), 'Scores over time', [
        { name: 'A', style: 'first' },
        { name: 'B', style: 'second' },
    ]);
    const heads = NAMES.map((name) => el('th', { scope: 'col' }, name));
    const body = el('tbody', {});
    byId('compare-table').append(
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, ''), ...heads)),
        body,
    );
    const cells = new Map();
    const wrong = (words) => (byId('compare-wrong').textContent = words);

    function put(name, which, value) {
        if (!cells.has(name)) {
            const row = [el('td', {}, '–'), el('td', {}, '–')];
            cells.set(name, row);
            body.append(el('tr', {}, el('th', { scope: 'row' }, name), ...row));
        }
        cells.get(name)[which].textContent = value;
    }

    function show(which, state, progress, scale) {
        put('State', which, state);
        if (!progress) return;
        for (const [name, value] of progressFigures(progress, scale))
            put(name === 'Simulated time' ? 'Time' : name, which, value);
        sides[which].roots.show(progress.roots, scale);
        chart.add(which, progress.seconds, progress.score, progress.move);
    }

    function attach(which, search) {
        const scale = scaleOf(search.request.game);
        sides[which].search = search;
        heads[which].textContent = `${NAMES[which]}: ${search.request.algorithm}`;
        const mine = (work) => (event) => sides[which].search === search && work(event.detail);
        search.addEventListener(
            'progress',
            mine((detail) => show(which, 'running', detail, scale)),
        );
        search.addEventListener(
            'done',
            mine((detail) => {
                show(which, `done (${detail.stop})`, detail.result, scale);
                ended();
            }),
        );
        search.addEventListener(
            'failed',
            mine((detail) => {
                show(which, 'failed');
                wrong(`${NAMES[which]}: ${detail.error}`);
                ended();
            }),
        );
        search.addEventListener(
            'gone',
            mine(() => {
                show(which, 'forgotten by the server');
                ended();
            }),
        );
        show(which, 'starting');
        search.listen();
        byId('compare-stop').disabled = false;
    }

    function ended() {
        byId('compare-stop').disabled = !sides.some((side) => side.search?.running);
    }

    async function start() {
        wrong('');
        await Promise.all(sides.map((side) => side.search?.forget()));
        chart.clear(scaleOf(picker.game.value));
        const common = { ...picker.request(), limits: limits.request(), watch: {} };
        for (const [which, side] of sides.entries()) {
            side.search = null;
            side.roots.clear();
            try {
                attach(which, await Search.start({ ...common, ...side.form.request() }));
            } catch (refused) {
                wrong(`${NAMES[which]}: ${refused.message}`);
                sides.forEach((one) => one.search?.stop());
                break;
            }
        }
        sessionStorage.setItem(
            KEY,
            JSON.stringify(
                sides.map(({ search }) => search && { id: search.id, request: search.request }),
            ),
        );
    }

    byId('compare-start').addEventListener('click', start);
    byId('compare-stop').addEventListener('click', () =>
        sides.forEach((side) => side.search?.stop()),
    );
    sides.forEach((_, which) => show(which, 'not started'));

    // What was running when the page was left goes on.
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    kept?.forEach((one, which) => {
        if (!one) return;
        chart.scale = scaleOf(one.request.game);
        picker.take(one.request.game, one.request.position, one.request.moves);
        limits.fill(one.request.limits);
        sides[which].form.fill(one.request);
        attach(which, new Search(one.id, one.request));
    });
    return {};
}
