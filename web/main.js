// SPDX-License-Identifier: MIT
// The frame of the page: tabs, light and dark, and one panel after another brought to life.

import { get } from './api.js';
import { makeCompare } from './compare.js';
import { byId } from './dom.js';
import { makeLab } from './lab.js';
import { makePlay } from './play.js';
import { makeProcessors } from './processors.js';
import { Session } from './session.js';
import { makeThink } from './think.js';
import { makeTree } from './tree.js';

const TAB_KEY = 'copse.tab';
const THEME_KEY = 'copse.theme';

function startTheme() {
    const box = byId('theme');
    const apply = () => {
        if (box.value === 'auto') delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = box.value;
        document.dispatchEvent(new Event('colours'));
    };
    box.value = localStorage.getItem(THEME_KEY) ?? 'auto';
    box.addEventListener('change', () => {
        localStorage.setItem(THEME_KEY, box.value);
        apply();
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
    apply();
}

/** Tabs as the ARIA practices have them: arrows move between them, only the chosen one is a stop. */
function startTabs(shown) {
    const tabs = [...document.querySelectorAll('[role=tab]')];
    const choose = (tab, focus) => {
        for (const other of tabs) {
            const chosen = other === tab;
            other.setAttribute('aria-selected', String(chosen));
            other.tabIndex = chosen ? 0 : -1;
            byId(other.getAttribute('aria-controls')).hidden = !chosen;
        }
        if (focus) tab.focus();
        const name = tab.id.replace('tab-', '');
        sessionStorage.setItem(TAB_KEY, name);
        shown(name);
    };
    for (const tab of tabs) {
        tab.addEventListener('click', () => choose(tab, false));
        tab.addEventListener('keydown', (event) => {
            const at = tabs.indexOf(tab);
            const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[
                event.key
            ];
            if (to === undefined) return;
            event.preventDefault();
            choose(tabs[(to + tabs.length) % tabs.length], true);
        });
    }
    return (name, focus = false) => choose(byId(`tab-${name}`) ?? tabs[0], focus);
}

async function start() {
    startTheme();
    let about;
    try {
        about = await get('/api/about');
    } catch (refused) {
        const trouble = byId('trouble');
        trouble.hidden = false;
        trouble.textContent =
            refused.status === 403
                ? 'This address lacks the token: open the one that copse serve printed.'
                : refused.message;
        return;
    }
    byId('version').textContent = about.version;

    const session = new Session(about);
    const panels = {};
    const show = startTabs((name) => {
        session.show(name);
        panels[name]?.shown?.();
    });
    panels.think = makeThink(session, about);
    panels.tree = makeTree(session, (game, position, moves) => {
        panels.think.take(game, position, moves);
        show('think', true);
    });
    panels.processors = makeProcessors(session);
    panels.compare = makeCompare(about);
    panels.lab = makeLab();
    panels.play = makePlay(about, (game, position, moves) => {
        panels.think.take(game, position, moves);
        show('think', true);
    });
    show(sessionStorage.getItem(TAB_KEY) ?? 'play');
    session.resume();
    document.documentElement.dataset.ready = 'yes';
}

start();
