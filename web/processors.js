// SPDX-License-Identifier: MIT
// The panel Processors: the timeline of the search that runs, or of a trace from a file, and what
// it comes to in figures.

import { Alone } from './alone.js';
import { Picture } from './canvas.js';
import { byId, el } from './dom.js';
import { Figures } from './figures.js';
import {
    KINDS,
    LABELS,
    makeTimelineColours,
    paintTimeline,
    pictureHeight,
    rowHeight,
    Timeline,
} from './timeline.js';
import { readTrace } from './trace.js';
import { duration, percent, short } from './words.js';

const COLUMNS = ['Busy', 'Idle', 'Locked', 'Communicating', 'Nodes', 'Expansions'];

export function makeProcessors(session) {
    const canvas = byId('time-canvas');
    const figures = new Figures(byId('time-figures'));
    const live = { timeline: new Timeline(), processors: [], virtual: false, extra: [] };
    let trace = null; // what a file gave, in place of the search
    let window = null; // the time in view; null: all of it
    let colours = null;
    let rows = [];

    const shown = () => trace ?? live;
    const wholeWindow = () => ({
        from: shown().timeline.start,
        to: Math.max(shown().timeline.end, shown().timeline.start + 1e-9),
    });

    const picture = new Picture(canvas, (context, width, height) => {
        colours ??= makeTimelineColours();
        if (!shown().timeline.rows.length) {
            context.fillStyle = colours.quiet;
            context.font = "14px system-ui, 'DejaVu Sans', sans-serif";
            context.fillText('Start a search with several processors, or open a trace.', 0, 16);
            return;
        }
        paintTimeline(context, width, height, shown().timeline, window ?? wholeWindow(), colours);
    });

    function drawLegend() {
        const { fills } = makeTimelineColours();
        byId('time-legend').replaceChildren(
            ...KINDS.map((kind, i) => {
                const tile = el('canvas', { width: 28, height: 14, 'aria-hidden': 'true' });
                const context = tile.getContext('2d');
                context.fillStyle = fills[i].fill;
                context.fillRect(0, 0, 28, 14);
                return el('span', {}, tile, kind);
            }),
        );
    }

    function drawTable(processors) {
        const table = byId('time-table');
        if (rows.length !== processors.length) {
            rows = processors.map((_, i) => {
                const cells = COLUMNS.map(() => el('td', {}));
                return {
                    cells,
                    node: el('tr', {}, el('th', { scope: 'row' }, `Processor ${i}`), ...cells),
                };
            });
            table.replaceChildren(
                el(
                    'thead',
                    {},
                    el(
                        'tr',
                        {},
                        el('th', { scope: 'col' }, ''),
                        ...COLUMNS.map((name) => el('th', { scope: 'col' }, name)),
                    ),
                ),
                el('tbody', {}, ...rows.map((row) => row.node)),
            );
        }
        processors.forEach((one, i) => {
            const values = [
                ...KINDS.map((kind) => percent(one[kind])),
                short(one.nodes),
                short(one.expansions),
            ];
            values.forEach((value, column) => {
                if (rows[i].cells[column].textContent !== value)
                    rows[i].cells[column].textContent = value;
            });
        });
    }

    function drawFigures() {
        const { processors, timeline, extra } = shown();
        const count = processors.length;
        const mean = (kind) => processors.reduce((sum, one) => sum + one[kind], 0) / (count || 1);
        if (!count) {
            figures.show([]);
            return;
        }
        figures.show([
            ['Processors', String(count)],
            [shown().virtual ? 'Simulated time' : 'Time', duration(timeline.end)],
            ['Busy on average', `${(mean('busy') * count).toFixed(2)} of ${count}`],
            ...KINDS.map((kind) => [kind[0].toUpperCase() + kind.slice(1), percent(mean(kind))]),
            ...extra,
        ]);
        drawTable(processors);
    }

    function draw() {
        const height = `${pictureHeight(shown().timeline.rows.length)}px`;
        if (canvas.style.height !== height) canvas.style.height = height;
        byId('time-title').textContent = trace
            ? `Timeline of ${trace.name}`
            : 'Timeline of the search';
        byId('trace-live').hidden = !trace;
        drawFigures();
        picture.ask();
    }

    // ------------------------------------------------------------------------- the search

    session.addEventListener('begin', ({ detail: { search } }) => {
        Object.assign(live, {
            timeline: new Timeline(),
            processors: [],
            virtual: search.request.machine === 'sim',
            extra: [],
        });
        alone.forget();
        finished = null;
        byId('time-alone').hidden = true;
        aloneState('');
        if (!trace) {
            window = null;
            byId('time-table').replaceChildren();
            rows = [];
            draw();
        }
    });
    session.addEventListener('processors', ({ detail }) => {
        live.processors = detail.processors;
        live.virtual = detail.virtual;
        for (const [processor, kind, from, to] of detail.slices)
            live.timeline.add(processor, kind, from, to);
        live.timeline.end = Math.max(live.timeline.end, detail.now);
        if (!trace) draw();
    });
    session.addEventListener('done', ({ detail }) => {
        const { request } = session.search;
        byId('time-alone').hidden = !(request.processors > 1);
        finished = { request, result: detail.result, stop: detail.stop };
        if (!trace) draw();
    });

    // ------------------------------------------------------------------------- against one processor

    const alone = new Alone();
    let finished = null;
    const aloneState = (words) => (byId('time-alone-state').textContent = words);
    byId('time-alone').addEventListener('click', async () => {
        byId('time-alone').disabled = true;
        aloneState('Running the same on one processor.');
        try {
            const measured = finished;
            const extra = await alone.measure(measured);
            if (measured === finished) {
                live.extra = extra;
                aloneState('');
                draw();
            }
        } catch (refused) {
            aloneState(refused.message);
        }
        byId('time-alone').disabled = false;
    });

    // ------------------------------------------------------------------------- a recorded trace

    byId('trace-file').addEventListener('change', async (event) => {
        const file = event.target.files[0];
        byId('trace-wrong').textContent = '';
        if (!file) return;
        try {
            const { timeline, machine, left_out: leftOut } = readTrace(await file.text());
            trace = {
                timeline,
                name: file.name,
                virtual: machine === 'sim',
                extra: [],
                processors: timeline
                    .shares()
                    .map((shares) => Object.fromEntries(KINDS.map((kind, i) => [kind, shares[i]]))),
            };
            window = null;
            rows = [];
            byId('time-now').textContent = leftOut
                ? `Only the first ${timeline.rows.length} processors are drawn.`
                : '';
            draw();
        } catch (refused) {
            byId('trace-wrong').textContent = `${file.name}: ${refused.message}`;
        }
    });
    byId('trace-live').addEventListener('click', () => {
        trace = null;
        window = null;
        rows = [];
        byId('trace-file').value = '';
        byId('time-table').replaceChildren();
        draw();
    });

    // ------------------------------------------------------------------------- moving about

    function look(from, to) {
        const all = wholeWindow();
        const width = Math.min(Math.max(to - from, (all.to - all.from) * 1e-6), all.to - all.from);
        const start = Math.max(all.from, Math.min(all.to - width, from));
        window = width >= all.to - all.from ? null : { from: start, to: start + width };
        picture.ask();
    }

    function zoom(factor, at = 0.5) {
        const now = window ?? wholeWindow();
        const middle = now.from + (now.to - now.from) * at;
        const width = (now.to - now.from) * factor;
        look(middle - width * at, middle + width * (1 - at));
    }

    function shift(part) {
        const now = window ?? wholeWindow();
        const all = wholeWindow();
        const by = Math.max(
            all.from - now.from,
            Math.min(all.to - now.to, (now.to - now.from) * part),
        );
        look(now.from + by, now.to + by);
    }

    function showAll() {
        window = null;
        picture.ask();
    }

    byId('time-in').addEventListener('click', () => zoom(0.5));
    byId('time-out').addEventListener('click', () => zoom(2));
    byId('time-all').addEventListener('click', showAll);
    const across = (event) => {
        const box = canvas.getBoundingClientRect();
        return Math.max(0, (event.clientX - box.left - LABELS) / (box.width - LABELS));
    };
    canvas.addEventListener(
        'wheel',
        (event) => {
            if (!event.ctrlKey && !event.shiftKey) return; // the page scrolls
            event.preventDefault();
            zoom(Math.exp(event.deltaY * 0.002), across(event));
        },
        { passive: false },
    );
    canvas.addEventListener('keydown', (event) => {
        const actions = {
            ArrowLeft: () => shift(-0.2),
            ArrowRight: () => shift(0.2),
            '+': () => zoom(0.5),
            '-': () => zoom(2),
            Home: () => shift(-Infinity),
            End: () => shift(Infinity),
            Escape: showAll,
        };
        if (!actions[event.key]) return;
        event.preventDefault();
        actions[event.key]();
    });
    let drag = null;
    canvas.addEventListener('pointerdown', (event) => {
        drag = { x: across(event), window: window ?? wholeWindow() };
        canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointerup', () => (drag = null));
    canvas.addEventListener('pointercancel', () => (drag = null));
    canvas.addEventListener('pointermove', (event) => {
        const now = drag?.window ?? window ?? wholeWindow();
        const width = now.to - now.from;
        if (drag) {
            const by = (drag.x - across(event)) * width;
            look(now.from + by, now.to + by);
            return;
        }
        const { timeline } = shown();
        const processor = Math.floor(
            (event.clientY - canvas.getBoundingClientRect().top) / rowHeight(timeline.rows.length),
        );
        const found = timeline.at(processor, now.from + across(event) * width);
        byId('time-now').textContent = found
            ? `Processor ${processor}: ${found.kind} from ${duration(found.from)} for ${duration(found.to - found.from)}.`
            : '';
    });

    document.addEventListener('colours', () => {
        colours = null;
        drawLegend();
    });
    drawLegend();
    return { shown: draw };
}
