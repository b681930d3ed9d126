// Functions that the whole page uses: they find or create elements, make screen readers speak, and copy text.

/** Returns the element with this id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Creates an element with properties and children. Children are elements or texts. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter((child) => child !== ''));
  return made;
}

/** Makes screen readers say a sentence. */
export function say(sentence) {
  byId('spoken').textContent = sentence;
}

/** Copies a text to the clipboard. If the browser refuses access to the clipboard, copies the text by selecting it.
The button shows "Copied" for a short time. */
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Some browsers refuse clipboard access to a page that is opened as a file.
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
