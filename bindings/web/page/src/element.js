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
The button shows for a short time whether the text was copied. */
export async function copyText(text, button) {
  let copied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Some browsers refuse clipboard access to a page that is opened as a file.
    copied = copyBySelection(text);
  }
  say(copied ? `copied ${text}` : 'not copied: the browser refuses access to the clipboard');
  const label = button.textContent;
  if (label === 'Copied' || label === 'Not copied') return;
  button.textContent = copied ? 'Copied' : 'Not copied';
  setTimeout(() => (button.textContent = label), 1200);
}

/** Copies a text by selecting it. Returns whether the text was copied. */
function copyBySelection(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
