// SPDX-License-Identifier: MIT
// The small suites of openings that come with the page: openings/GAME.txt, a line each, a name and
// moves from the start with a tab between.

/** @returns {Promise<Array<{name: string, moves: string[]}>>} none if there is no such file */
export async function loadOpenings(game) {
    try {
        const answer = await fetch(`openings/${game}.txt`);
        if (!answer.ok) return [];
        const lines = (await answer.text())
            .split('\n')
            .filter((line) => line && !line.startsWith('#'));
        return lines.map((line) => {
            const [name, moves] = line.split('\t');
            return { name, moves: moves.split(' ') };
        });
    } catch {
        return [];
    }
}
