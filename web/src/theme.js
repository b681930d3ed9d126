// Light and dark: as the system says, until the reader chooses.

import { byId } from './element.js';

const switcher = byId('theme');
const KEY = 'setwise-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Starts the switch. */
export function makeTheme() {
  apply(remembered());
  switcher.addEventListener('click', () => {
    const chosen = isDark() ? 'light' : 'dark';
    apply(chosen);
    remember(chosen);
  });
  dark.addEventListener('change', () => apply(remembered()));
}

function isDark() {
  return (document.documentElement.dataset.theme ?? (dark.matches ? 'dark' : 'light')) === 'dark';
}

function apply(theme) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  switcher.textContent = isDark() ? 'Light' : 'Dark';
  switcher.setAttribute('aria-label', isDark() ? 'Switch to the light theme' : 'Switch to the dark theme');
}

/** A page that is a file may have no storage. Then the choice lasts as long as the page. */
function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // As above.
  }
}
