// SPDX-License-Identifier: MIT
// The panel Think: set a search up, and see its score, its line and its moves while it runs.

import { ScoreChart } from './chart.js';
import { byId, el } from './dom.js';
import { Figures, progressFigures } from './figures.js';
import { scaleOf } from './games.js';
import { PositionPicker } from './position-picker.js';
import { Roots } from './roots.js';
import { LimitsForm, SearchForm } from './search-form.js';

const LINE = 24; // moves of the principal variation that are shown

export function makeThink(session, about) {
    const picker = new PositionPicker(byId('think-position'), about);
    const form = new SearchForm(byId('think-form'), about);
    const limits = new LimitsForm(byId('think-form'), { seconds: 30 });
    const figures = new Figures(byId('think-figures'));
    const roots = new Roots(byId('think-roots'), 'Moves at the root');
    const chart = new ScoreChart(byId('think-chart'), 'Score over time', [
        { name: 'score', style: 'first' },
    ]);
    let scale = 1;

    session.make = () => ({ ...picker.request(), ...form.request(), limits: limits.request() });
    figures.show(progressFigures({ score: null, move: '', depth: '–', seconds: 0 }, 1));

    session.addEventListener('begin', ({ detail: { search, again } }) => {
        const { request } = search;
        scale = scaleOf(request.game);
        roots.clear();
        chart.clear(scale);
        if (again) {
            picker.take(request.game, request.position, request.moves);
            form.fill(request);
            limits.fill(request.limits);
        }
    });
    session.addEventListener('progress', ({ detail }) => {
        figures.show(progressFigures(detail, scale));
        const [first, ...rest] = detail.pv;
        byId('think-line').replaceChildren(
            el('b', {}, first ?? ''),
            rest.length ? ` ${rest.slice(0, LINE).join(' ')}${rest.length > LINE ? ' …' : ''}` : '',
        );
        roots.show(detail.roots, scale);
        chart.add(0, detail.virtual_time || detail.seconds, detail.score, detail.move);
    });

    return {
        /** Takes over a position from another panel. */
        take: (game, position, moves) => picker.take(game, position, moves),
    };
}
