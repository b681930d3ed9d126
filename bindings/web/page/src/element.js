// Elements of the page: found by their id, or made in one expression.

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
