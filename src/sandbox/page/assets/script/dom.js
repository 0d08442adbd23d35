/**
 * Creates an element. Children are added as text or nodes, never parsed, so that user input can't become markup.
 * `attrs` are attributes, `on` listeners, `color` is a role's color; the rest are properties.
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

/** Creates a button that doesn't submit a form. */
export const button = (text, onClick, properties = {}) =>
  make('button', { type: 'button', ...properties, on: { click: onClick } }, text);

/**
 * Makes an element's children match the items. Unchanged children are kept, so that an open menu stays open, and the
 * focus stays where it is.
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

/** Announces an event to screen readers. */
export function announce(text) {
  find('#news').textContent = text;
}

/** Announces the result of a key press to screen readers, in a region of its own that other news can't interrupt. */
export function confirm(text) {
  find('#moved').textContent = text;
}

let hiding;

/** Shows an error for a few seconds. */
export function complain(text) {
  const toast = find('#trouble');
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    toast.hidden = true;
  }, 8_000);
}
