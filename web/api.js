// SPDX-License-Identifier: MIT
// Talking to `copse serve`. Its address ends in #token=…; every request carries that token.

const KEY = 'copse.token';

/** What the server refused, in the one sentence that it gave. */
export class Refused extends Error {
    constructor(sentence, status) {
        super(sentence);
        this.status = status;
    }
}

function findToken() {
    const given = /[#&]token=([0-9a-fA-F]+)/.exec(location.hash);
    if (given) {
        sessionStorage.setItem(KEY, given[1]);
        // Not in the address bar any longer, so that nobody copies it by accident; a reload finds
        // it in the session.
        history.replaceState(null, '', location.pathname + location.search);
    }
    return sessionStorage.getItem(KEY) ?? '';
}

const token = findToken();

async function request(method, path, body) {
    let answer;
    try {
        answer = await fetch(path, {
            method,
            headers: {
                'X-Copse-Token': token,
                ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            },
            body: body === undefined ? undefined : JSON.stringify(body),
        });
    } catch {
        throw new Refused('The server does not answer: is copse serve still running?', 0);
    }
    const text = await answer.text();
    let value = null;
    try {
        value = text ? JSON.parse(text) : null;
    } catch {
        throw new Refused(`The server's answer to ${path} cannot be read.`, answer.status);
    }
    if (!answer.ok)
        throw new Refused(value?.error ?? `The server answered ${answer.status}.`, answer.status);
    return value;
}

export const get = (path) => request('GET', path);
export const post = (path, body = {}) => request('POST', path, body);
export const remove = (path) => request('DELETE', path);

/** The address of what the browser asks for by itself: an image, an event stream. */
export function withToken(path) {
    return `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}

/**
 * The position after moves from another one, as the server sees it.
 * @returns {Promise<{game: string, text: string, start: string, ply: number, to_move: number,
 *   moves: string[], over: boolean, outcome?: {score: number, text: string}, played: string[]}>}
 */
export const position = (game, start, moves = []) =>
    post('/api/position', { game, ...(start ? { position: start } : {}), moves });
