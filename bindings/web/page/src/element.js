// Elements of the page: found by their id, or made in one expression. Also the functions that the whole page
// uses: to speak and to copy text.

/** Returns the element with this id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Makes an element with properties and children. Children are elements or texts. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter((child) => child !== ''));
  return made;
}

/** Makes screen readers say a sentence. */
export function say(sentence) {
  byId('spoken').textContent = sentence;
}

/** Copies a text, even if the page has no access to the clipboard. The button briefly shows that the text has
been copied. */
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Some browsers refuse clipboard access to a page that is a file.
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
