// SPDX-License-Identifier: MIT
// The panel Play: a game between persons and engines on one board.

import { position as askPosition, post } from './api.js';
import { Board } from './board.js';
import { Clocks, CONTROLS } from './clocks.js';
import { byId, el, field, select, svg } from './dom.js';
import { MoveEntry } from './entry.js';
import { boardOf } from './games.js';
import { loadOpenings } from './openings.js';
import { Opponent } from './opponent.js';
import { Seats } from './seats.js';
import { score, short } from './words.js';

const KEY = 'copse.play';
const SEATS = [
    ['person', 'a person'],
    ['engine', 'the engine'],
];
const TIMES = ['0.1', '0.5', '1', '3', '10'].map((seconds) => [seconds, `${seconds} s`]);

/** @param {(game: string, start: string, moves: string[]) => void} think what "Think about this" does */
export function makePlay(about, think) {
    const games = about.games.filter((game) => boardOf(game.name));
    const controls = {
        game: select(
            games.map((game) => [game.name, game.name]),
            'othello',
        ),
        seats: [select(SEATS, 'person'), select(SEATS, 'engine')],
        engine: select(
            [['', 'the usual one'], ...about.algorithms.map((one) => [one.name, one.name])],
            '',
        ),
        seconds: select(TIMES, '1'),
        clock: select(CONTROLS, 'none'),
    };
    const seatFields = controls.seats.map((box) => field('', box));
    byId('play-settings').append(
        field('Game', controls.game),
        ...seatFields,
        field('Engine', controls.engine),
        field('Time for a move', controls.seconds),
        field('Clocks', controls.clock),
    );

    const clocks = new Clocks();
    const opponent = new Opponent();
    let game, board, entry; // of the game that is on the board
    let start = ''; // the text that the game began from; empty: the usual start
    let openings = [];
    let view = null; // the position now, as the server gave it
    let hint = null;
    let flipped = false;
    let asked = 0; // counts changes: an answer to an older question is not used
    let over = ''; // why it is over, if the clock or the rules say so
    let fallen = null; // whose time is used up

    // ------------------------------------------------------------------------- showing

    const seats = new Seats(byId('play-far'), byId('play-near'));
    const status = (words) => (byId('play-status').textContent = words);
    const wrong = (words) => (byId('play-wrong').textContent = words);
    const isEngine = (side) => controls.seats[side].value === 'engine';
    const toMove = () => view?.to_move ?? 0;

    function useGame(name) {
        game = boardOf(name);
        board = new Board(game, {
            label: `${name} board`,
            press: pressSquare,
            cancel: cancelEntry,
        });
        byId('play-board').replaceChildren(board.node);
        seatFields.forEach(
            (block, side) => (block.querySelector('label').textContent = game.sides[side]),
        );
        byId('play-text-help').textContent = `For ${name}: ${game.notation}.`;
        byId('play-move').placeholder = game.moveExample;
        loadOpenings(name).then((list) => {
            if (game.name !== name) return;
            openings = list;
            byId('play-opening').replaceChildren(
                el('option', { value: '' }, 'the usual start'),
                ...list.map((one, i) => el('option', { value: i }, one.name)),
            );
        });
    }

    /** Who plays against the engine sits in front. */
    function seatPerson() {
        const persons = [0, 1].filter((side) => !isEngine(side));
        flipped = persons.length === 1 && persons[0] !== (game.bottom ?? 0);
    }

    const nearSide = () => ((game.bottom ?? 0) + (flipped ? 1 : 0)) % 2;

    function drawSeats() {
        seats.show({
            game,
            near: nearSide(),
            turn: view && !over ? toMove() : null,
            engines: [isEngine(0), isEngine(1)],
            clocks,
        });
    }

    function drawBoard() {
        const mine = !over && !isEngine(toMove());
        const lastMove = view.played.at(-1);
        board.show(
            view.text,
            {
                last: lastMove ? game.path(lastMove) : [],
                picked: entry.picked,
                sources: mine ? entry.sources : new Set(),
                targets: entry.targets,
                forced: mine && game.forced?.(view.moves),
                hint,
            },
            flipped,
        );
    }

    function drawMoves() {
        const list = byId('play-moves');
        list.replaceChildren();
        // A game that began in mid-move has the first column empty.
        const blank = (view.ply - view.played.length) % 2;
        const cells = [...(blank ? ['…'] : []), ...view.played];
        for (let i = 0; i < cells.length; i += 2) {
            list.append(el('li', { class: 'number', 'aria-hidden': 'true' }, `${i / 2 + 1}.`));
            for (const at of [i, i + 1])
                list.append(
                    el('li', { class: at === cells.length - 1 ? 'latest' : '' }, cells[at] ?? ''),
                );
        }
        list.scrollTop = list.scrollHeight;
    }

    function say() {
        if (over) {
            status(over);
            return;
        }
        const who = game.sides[toMove()];
        const count = game.count ? ` ${game.count(game.parse(view.text))}.` : '';
        if (isEngine(toMove())) status(`${who} is thinking.${count}`);
        else if (view.moves[0] === game.pass && view.moves.length === 1)
            status(`${who} has no move and must pass.${count}`);
        else if (game.forced?.(view.moves)) status(`${who} to move, and must take.`);
        else status(`${who} to move.${count}`);
    }

    function draw() {
        drawSeats();
        drawBoard();
        drawMoves();
        say();
        byId('play-pass').hidden =
            over !== '' || isEngine(toMove()) || !game.pass || view.moves[0] !== game.pass;
        byId('play-back').disabled = view.played.length === 0;
        byId('play-hint').disabled = over !== '' || isEngine(toMove());
        byId('play-choice').hidden = true;
    }

    // ------------------------------------------------------------------------- playing

    /** Asks the server for a position and makes it the game's; says in `where` what is wrong with it. */
    async function load(text, moves, where = wrong) {
        const question = ++asked;
        opponent.cancel();
        try {
            const answer = await askPosition(game.name, text, moves);
            if (question !== asked) return false;
            start = text;
            view = answer;
        } catch (refused) {
            if (question === asked) {
                where(refused.message);
                if (view) turn();
            }
            return false;
        }
        entry = new MoveEntry(view.moves, game.path);
        hint = null;
        fallen = null;
        over = view.over ? `${view.outcome?.text ?? 'The game is over.'}` : '';
        wrong('');
        byId('play-text-wrong').textContent = '';
        keep();
        turn();
        return true;
    }

    /** Whoever is to move gets the clock, and the engine the question. */
    function turn() {
        if (over) clocks.pause();
        else clocks.run(toMove());
        draw();
        if (!over && isEngine(toMove())) engineMoves();
    }

    async function playMove(move) {
        const side = toMove();
        entry.cancel();
        clocks.press(side);
        return load(start, [...view.played, move]);
    }

    function pressSquare(square) {
        if (!view || over || isEngine(toMove())) return;
        const moves = entry.press(square);
        if (moves.length === 1) playMove(moves[0]);
        else if (moves.length > 1) offerChoice(moves);
        else drawBoard();
    }

    function cancelEntry() {
        entry?.cancel();
        byId('play-choice').hidden = true;
        if (view) drawBoard();
    }

    /** The moves that only a choice tells apart, such as what a pawn becomes. */
    function offerChoice(moves) {
        const side = toMove();
        const box = byId('play-choice');
        const offer = (move) => {
            const man = svg('svg', {
                viewBox: '0 0 100 100',
                class: game.name,
                'aria-hidden': 'true',
            });
            man.append(...game.draw(game.choicePiece(move, side)));
            return el(
                'button',
                { type: 'button', class: 'choice', onclick: () => playMove(move) },
                man,
                game.choice(move),
            );
        };
        box.replaceChildren(
            el('span', {}, 'Promote to'),
            ...moves.map(offer),
            el('button', { type: 'button', onclick: cancelEntry }, 'Cancel'),
        );
        box.hidden = false;
        box.setAttribute('aria-label', `${game.sides[side]} promotes to`);
        box.querySelector('button').focus();
    }

    /** Runs a search from here and gives its move, or null if the game went on without it. */
    const ask = (seconds) =>
        opponent.move(
            {
                game: game.name,
                ...(start ? { position: start } : {}),
                moves: view.played,
                algorithm: controls.engine.value,
                options: {},
                limits: { seconds },
                watch: {},
            },
            (progress) =>
                seats.say(
                    toMove(),
                    `depth ${progress.depth} · ${score(progress.score, game.scale)} · ` +
                        `${short(progress.nodes)} nodes`,
                ),
        );

    const thinkingTime = (side) => {
        const wished = Number(controls.seconds.value);
        return clocks.on
            ? Math.max(0.02, Math.min(wished, clocks.read(side) / 20 + clocks.more / 2))
            : wished;
    };

    async function engineMoves() {
        try {
            const move = await ask(thinkingTime(toMove()));
            if (move) await playMove(move);
        } catch (refused) {
            wrong(refused.message);
        }
    }

    // ------------------------------------------------------------------------- the session

    function keep() {
        sessionStorage.setItem(
            KEY,
            JSON.stringify({
                game: game.name,
                start,
                moves: view.played,
                flipped,
                seats: controls.seats.map((box) => box.value),
                engine: controls.engine.value,
                seconds: controls.seconds.value,
            }),
        );
    }

    function begin(text, moves, where) {
        clocks.set(controls.clock.value);
        return load(text, moves, where);
    }

    controls.game.addEventListener('change', () => {
        useGame(controls.game.value);
        seatPerson();
        view = null;
        byId('play-text').value = '';
        begin('', []);
    });
    for (const box of controls.seats)
        box.addEventListener('change', () => {
            asked++;
            opponent.cancel();
            seatPerson();
            turn();
            keep();
        });
    for (const box of [controls.engine, controls.seconds]) box.addEventListener('change', keep);
    controls.clock.addEventListener('change', () => begin(start, view.played));
    byId('play-new').addEventListener('click', () => {
        byId('play-opening').value = '';
        begin('', []);
    });
    byId('play-back').addEventListener('click', () => {
        // Against the engine, back to the person's own move.
        const both = view.played.length > 1 && isEngine(1 - toMove()) && !isEngine(toMove());
        load(start, view.played.slice(0, both ? -2 : -1));
    });
    byId('play-hint').addEventListener('click', async () => {
        wrong('');
        status('Looking for a hint.');
        try {
            const move = await ask(thinkingTime(toMove()));
            if (!move) return;
            hint = game.path(move);
            drawBoard();
            status(`Hint: ${move}.`);
        } catch (refused) {
            wrong(refused.message);
        }
    });
    byId('play-flip').addEventListener('click', () => {
        flipped = !flipped;
        draw();
        keep();
    });
    byId('play-pass').addEventListener('click', () => playMove(game.pass));
    byId('play-entry').addEventListener('submit', (event) => {
        event.preventDefault();
        const box = byId('play-move');
        const move = box.value.trim();
        if (!move || over || isEngine(toMove())) {
            wrong(
                over
                    ? 'The game is over.'
                    : move
                      ? `It is ${game.sides[toMove()]}'s move, and the engine's.`
                      : `Write a move, such as ${game.moveExample}.`,
            );
            return;
        }
        playMove(move).then((fine) => fine && (box.value = ''));
    });
    byId('play-setup').addEventListener('submit', (event) => {
        event.preventDefault();
        const answer = (words) => (byId('play-text-wrong').textContent = words);
        begin(byId('play-text').value.trim(), [], answer);
    });
    byId('play-opening').addEventListener('change', (event) => {
        const chosen = openings[Number(event.target.value)];
        begin('', event.target.value === '' ? [] : chosen.moves);
    });
    byId('play-think').addEventListener('click', () => think(game.name, start, view.played));
    byId('play-save').addEventListener('click', async () => {
        try {
            const file = await post('/api/game', {
                game: game.name,
                ...(start ? { position: start } : {}),
                moves: view.played,
                // What the rules say of the end the server knows itself.
                ...(fallen === null ? {} : { result: fallen === 0 ? '0-1' : '1-0' }),
            });
            const link = el('a', {
                href: URL.createObjectURL(new Blob([file.text], { type: file.type })),
                download: file.name,
            });
            link.click();
            setTimeout(() => URL.revokeObjectURL(link.href), 10000);
        } catch (refused) {
            wrong(refused.message);
        }
    });
    setInterval(() => {
        if (!clocks.on || over || !view) return;
        seats.tick(clocks);
        const loser = clocks.fallen();
        if (loser !== null) {
            asked++;
            opponent.cancel();
            clocks.pause();
            fallen = loser;
            over = `${game.sides[loser]}'s time is used up: ${game.sides[1 - loser]} wins.`;
            draw();
        }
    }, 100);

    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (kept && boardOf(kept.game)) {
        controls.game.value = kept.game;
        kept.seats.forEach((value, side) => (controls.seats[side].value = value));
        controls.engine.value = kept.engine;
        controls.seconds.value = kept.seconds;
        flipped = kept.flipped;
    }
    useGame(controls.game.value);
    if (!kept) seatPerson();
    begin(kept?.start ?? '', kept?.moves ?? []);
    return {};
}
