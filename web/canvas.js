// SPDX-License-Identifier: MIT
// A canvas as sharp as the screen, drawn at most once a picture and only when something changed.

// Milliseconds from picture to picture while something moves by itself: thirty a second. More would
// cost a search on the same machine some of its memory's speed, and be seen by nobody.
const PACE = 30;

export class Picture {
    /**
     * @param {HTMLCanvasElement} canvas
     * @param {(context: CanvasRenderingContext2D, width: number, height: number, now: number) => boolean|void} draw
     *   in CSS pixels; returns true if it wants the next picture too, as while something moves
     */
    constructor(canvas, draw) {
        this.canvas = canvas;
        this.draw = draw;
        this.pending = false;
        this.hasty = false; // the next picture does not wait for its time
        this.painted = 0;
        this.pictures = 0; // how many were drawn, for those who measure
        new ResizeObserver(() => this.ask()).observe(canvas);
        document.addEventListener('colours', () => this.ask());
    }

    /** At the next opportunity: something changed, or somebody did something. */
    ask() {
        this.hasty = true;
        this.#go();
    }

    #go() {
        if (this.pending) return;
        this.pending = true;
        requestAnimationFrame((now) => {
            this.pending = false;
            if (!this.hasty && now - this.painted < PACE) this.#go();
            else this.#paint(now);
        });
    }

    #paint(now) {
        const { clientWidth: width, clientHeight: height } = this.canvas;
        if (!width || !height) return; // not in view
        const sharp = window.devicePixelRatio || 1;
        const pixels = [Math.round(width * sharp), Math.round(height * sharp)];
        if (this.canvas.width !== pixels[0] || this.canvas.height !== pixels[1])
            [this.canvas.width, this.canvas.height] = pixels;
        const context = this.canvas.getContext('2d');
        context.setTransform(sharp, 0, 0, sharp, 0, 0);
        context.clearRect(0, 0, width, height);
        this.pictures++;
        this.painted = now;
        this.hasty = false;
        if (this.draw(context, width, height, now)) this.#go();
    }
}

/** A pattern of stripes or dots over a ground, so that kinds differ without colour. */
export function pattern(kind, ground, ink) {
    const tile = document.createElement('canvas');
    tile.width = tile.height = 8;
    const context = tile.getContext('2d');
    context.fillStyle = ground;
    context.fillRect(0, 0, 8, 8);
    context.strokeStyle = context.fillStyle = ink;
    context.lineWidth = 2;
    context.beginPath();
    if (kind === 'diagonal')
        for (const shift of [-8, 0, 8]) {
            context.moveTo(shift - 1, 9);
            context.lineTo(shift + 9, -1);
        }
    else if (kind === 'upright')
        for (const x of [1, 5]) {
            context.moveTo(x, 0);
            context.lineTo(x, 8);
        }
    else if (kind === 'dots') context.fillRect(3, 3, 2, 2);
    context.stroke();
    return { tile, fill: context.createPattern(tile, 'repeat') };
}
