// SPDX-License-Identifier: MIT
// A tree as an icicle: the root on top, below each node its children side by side, each as wide as
// its share of the expansions. Nodes stay the same objects from frame to frame, so that they can
// glide to their new places and stay collapsed.

import { isProof } from './words.js';

export const ON_LINE = 1;
export const SOLVED = 2;
export const IN_FLIGHT = 4;
export const MORE = 8;

// Milliseconds; frames come every 100. Who does not like things to move gets them at once.
const GLIDE = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 160;

function makeNode(parent, move) {
    return {
        parent,
        move,
        kids: new Map(),
        depth: parent ? parent.depth + 1 : 0,
        collapsed: false,
        frame: 0,
        score: 0,
        expansions: 0,
        flags: 0,
        weight: 0,
        hidden: false,
        fresh: true, // nobody has seen it elsewhere
        x0: 0,
        x1: 1,
        fromX0: 0,
        fromX1: 1,
        toX0: 0,
        toX1: 1,
    };
}

/** Numbers by size, words by letters: siblings keep their order whatever their scores do. */
const byMove = (a, b) => a.move.length - b.move.length || (a.move < b.move ? -1 : 1);

export class Icicle {
    constructor() {
        this.clear();
    }

    clear() {
        this.root = null;
        this.nodes = []; // parents before their children
        this.total = 0;
        this.frame = 0;
        this.depth = 0;
        this.range = 0; // how far from the root's score the colours reach
        this.began = 0;
        this.motion = 0; // the longest way that a node that was there before has to go
    }

    /** @param {{total: number, nodes: Array<[number, string, number, number, number]>}} sample */
    take(sample, now) {
        this.settle(now);
        this.frame++;
        this.total = sample.total;
        const list = [];
        for (const [parentIndex, move, score, expansions, flags] of sample.nodes) {
            const node = this.#find(parentIndex < 0 ? null : list[parentIndex], move);
            node.frame = this.frame;
            node.score = score;
            node.expansions = expansions;
            node.flags = flags;
            node.weight = Math.max(expansions, 0.5);
            list.push(node);
        }
        this.nodes = list;
        this.#forgetOld();
        this.#place();
        this.#measureScores();
        this.began = now;
    }

    #find(parent, move) {
        if (!parent) {
            this.root ??= makeNode(null, '');
            return this.root;
        }
        let node = parent.kids.get(move);
        if (!node) {
            node = makeNode(parent, move);
            // A new node grows out of the middle of its parent.
            node.x0 = node.x1 = (parent.x0 + parent.x1) / 2;
            parent.kids.set(move, node);
        }
        return node;
    }

    #forgetOld() {
        for (const node of this.nodes)
            for (const [move, kid] of node.kids)
                if (kid.frame !== this.frame) node.kids.delete(move);
    }

    /** Where everything is to glide to. */
    #place() {
        this.depth = 0;
        this.motion = 0;
        for (const node of this.nodes) {
            node.fromX0 = node.x0;
            node.fromX1 = node.x1;
            if (!node.parent) [node.toX0, node.toX1] = [0, 1];
            node.hidden = Boolean(node.parent && (node.parent.hidden || node.parent.collapsed));
            if (!node.hidden) this.depth = Math.max(this.depth, node.depth);
            if (!node.kids.size) continue;
            const kids = [...node.kids.values()].sort(byMove);
            const sum = kids.reduce((all, kid) => all + kid.weight, 0);
            // What the sample leaves out stays empty.
            const scale = (node.toX1 - node.toX0) / Math.max(sum, node.weight - 1);
            let x = node.toX0;
            for (const kid of kids) {
                kid.toX0 = x;
                x += kid.weight * scale;
                kid.toX1 = x;
                if (!kid.fresh)
                    this.motion = Math.max(
                        this.motion,
                        Math.abs(kid.toX0 - kid.x0),
                        Math.abs(kid.toX1 - kid.x1),
                    );
                kid.fresh = false;
            }
        }
    }

    #measureScores() {
        if (!this.root || !this.nodes.length) return;
        const away = [];
        for (const node of this.nodes)
            if (!isProof(node.score) && node.expansions > 0)
                away.push(Math.abs(node.score - this.root.score));
        away.sort((a, b) => a - b);
        const reach = away[Math.floor(away.length * 0.85)] || 1;
        // Colours should not flicker because the sample changed a little.
        this.range = this.range ? 0.9 * this.range + 0.1 * reach : reach;
    }

    /** Collapses or opens a node; everything below goes or comes. */
    toggle(node, now) {
        this.settle(now);
        node.collapsed = !node.collapsed;
        this.#place();
        this.began = now;
    }

    openAll(now) {
        this.settle(now);
        for (const node of this.nodes) node.collapsed = false;
        this.#place();
        this.began = now;
    }

    /**
     * Puts all nodes where they are at this moment; true while they are still gliding. A way shorter
     * than `least` is gone at once: a large tree hardly moves, and pictures of it cost the search
     * some of its memory's speed.
     */
    settle(now, least = 0) {
        const part = this.motion < least ? 1 : Math.min(1, (now - this.began) / GLIDE);
        const eased = part * (2 - part);
        for (const node of this.nodes) {
            node.x0 = node.fromX0 + (node.toX0 - node.fromX0) * eased;
            node.x1 = node.fromX1 + (node.toX1 - node.fromX1) * eased;
        }
        return part < 1;
    }

    /** -1 (bad for the side to move at the root) to 1 (good), 0 as the root. */
    tone(node) {
        if (isProof(node.score)) return Math.sign(node.score);
        const base = isProof(this.root.score) ? 0 : this.root.score;
        return Math.max(-1, Math.min(1, (node.score - base) / (this.range || 1)));
    }

    /** The moves from the root. */
    path(node) {
        const moves = [];
        for (let at = node; at.parent; at = at.parent) moves.unshift(at.move);
        return moves;
    }

    /** The node at a place (0..1) in a row, or null. */
    at(x, depth) {
        for (const node of this.nodes)
            if (node.depth === depth && !node.hidden && x >= node.x0 && x <= node.x1) return node;
        return null;
    }

    alive(node) {
        return Boolean(node) && node.frame === this.frame;
    }
}
