/**
 * Makes an element. Text is only ever set as text, so that what somebody wrote is never taken for markup.
 * `attrs` are attributes, `on` listeners, `color` the role's colour; anything else is a property.
 */
export function make(tag, properties = {}, ...children) {
  const { dataset, attrs = {}, on = {}, color, ...rest } = properties;
  const element = Object.assign(document.createElement(tag), rest);
  Object.assign(element.dataset, dataset);
  for (const [name, value] of Object.entries(attrs))
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  if (color) element.style.setProperty('--role', color);
  element.append(
    ...children
      .flat(Number.POSITIVE_INFINITY)
      .filter((child) => child !== undefined && child !== null && child !== false),
  );
  return element;
}

export const find = (selector) => document.querySelector(selector);

/** A button that doesn't send a form. */
export const button = (text, onClick, properties = {}) =>
  make('button', { type: 'button', ...properties, on: { click: onClick } }, text);

/**
 * Makes the children of an element those of the items, and leaves alone what stays as it was: an open menu stays
 * open, and the keyboard stays where it is.
 */
export function keep(parent, items, { key, build, print = JSON.stringify }) {
  const before = new Map([...parent.children].map((child) => [child.dataset.kept, child]));
  let place = parent.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    const shown = print(item);
    let child = before.get(name);
    before.delete(name);
    if (child?.shown !== shown) {
      const next = Object.assign(build(item), { shown });
      next.dataset.kept = name;
      if (child) {
        const focus = child.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
        if (place === child) place = next;
        child.replaceWith(next);
        if (focus) focusOn(next, focus);
      }
      child = next;
    }
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
  for (const child of before.values()) child.remove();
}

function focusOn(element, key) {
  const selector = `[data-key="${CSS.escape(key)}"]`;
  (element.matches(selector) ? element : element.querySelector(selector))?.focus();
}

/** Says what happened to those who listen instead of look. */
export function announce(text) {
  find('#news').textContent = text;
}

/** Says what came of the key that was just pressed; no other news talks over it. */
export function confirm(text) {
  find('#moved').textContent = text;
}

let hiding;

/** Tells what did not work, for a while. */
export function complain(text) {
  const toast = find('#trouble');
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    toast.hidden = true;
  }, 8_000);
}
