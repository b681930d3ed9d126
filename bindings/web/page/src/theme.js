// The light and the dark theme. The theme is that of the system until the reader chooses one.

import { byId } from './element.js';

const switcher = byId('theme');
const KEY = 'setwise-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Applies the theme, and adds the listeners of its button. */
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

/** Returns the chosen theme. A page that is a file may have no storage. The choice then lasts as long as the
page. */
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
    // There is no storage.
  }
}
