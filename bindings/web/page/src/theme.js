// The light and the dark theme. The page uses the theme of the system until the user chooses one.

import { byId } from './element.js';

const switcher = byId('theme');
const KEY = 'setwise-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Applies the theme, and adds listeners to the button and to the theme of the system. */
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

/** Returns the chosen theme, or null if there is none. If the browser gives the page no storage, the choice is lost
when the page is closed. */
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
    // The browser gives the page no storage, so the theme is not remembered.
  }
}
