// Copies text, even if the page has no access to the clipboard. Some browsers refuse it to a page that is a file.

import { say } from './editing.js';

/** Copies a text. The button shows for a moment that it has been copied. */
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
  say(`copied ${text}`);
  const label = button.textContent;
  if (label === 'Copied') return;
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = label), 1200);
}

function copyBySelection(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
