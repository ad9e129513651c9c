// SPDX-License-Identifier: MIT
// Choosing a position to search: a game, a text, and a small board that shows what it means.

import { position as askPosition } from './api.js';
import { Board } from './board.js';
import { debounce, el, field, select } from './dom.js';
import { boardOf, sideName } from './games.js';

const count = (moves) => (moves.length === 1 ? '1 move' : `${moves.length} moves`);

export class PositionPicker {
    /** @param {HTMLElement} host  @param {object} about what the server says of itself */
    constructor(host, about, chosen = 'othello') {
        this.about = about;
        this.moves = []; // from the text on, of a game that was taken over
        this.game = select(
            about.games.map((game) => [game.name, game.name]),
            chosen,
        );
        this.text = el('textarea', { rows: 2, spellcheck: 'false', autocapitalize: 'off' });
        this.wrong = el('p', { class: 'wrong', role: 'alert' });
        this.words = el('p', { class: 'quiet' });
        this.picture = el('div', { class: 'board-host' });
        this.changed = () => {};
        host.append(
            field('Game', this.game),
            field('Position, empty for the usual start', this.text),
            this.wrong,
            this.picture,
            this.words,
        );
        this.game.addEventListener('change', () => {
            this.text.value = '';
            this.moves = [];
            this.check();
        });
        const later = debounce(250, () => this.check());
        this.text.addEventListener('input', () => {
            this.moves = [];
            later();
        });
        this.check();
    }

    take(game, position, moves) {
        this.game.value = game;
        this.text.value = position ?? '';
        this.moves = moves ?? [];
        return this.check();
    }

    /** Draws what is chosen, or says what is wrong with it. */
    async check() {
        const game = this.game.value;
        const view = boardOf(game);
        this.text.placeholder = this.about.games.find((one) => one.name === game)?.start ?? '';
        try {
            const now = await askPosition(game, this.text.value.trim(), this.moves);
            if (game !== this.game.value) return;
            this.wrong.textContent = '';
            if (view) {
                const board = new Board(view, {
                    label: `The position on a small ${game} board`,
                    small: true,
                });
                board.show(now.text, {
                    last: now.played.length ? view.path(now.played.at(-1)) : [],
                });
                this.picture.replaceChildren(board.node);
            } else {
                this.picture.replaceChildren();
            }
            const after = this.moves.length ? ` after ${count(this.moves)}` : '';
            this.words.textContent = now.over
                ? (now.outcome?.text ?? 'The game is over.')
                : `${sideName(game, now.to_move)} to move${after}: ${count(now.moves)}.`;
        } catch (refused) {
            this.wrong.textContent = refused.message;
        }
        this.changed();
    }

    request() {
        const position = this.text.value.trim();
        return { game: this.game.value, ...(position ? { position } : {}), moves: this.moves };
    }
}
