/** Makes an element. Text is only ever set as text, so that a member's name is never taken for markup. */
export function make(tag, properties = {}, ...children) {
  const { dataset, color, ...rest } = properties;
  const element = Object.assign(document.createElement(tag), rest);
  Object.assign(element.dataset, dataset);
  if (color) element.style.setProperty('--role', color);
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** A role's name in its colour. */
export function pill(role, isNew = false) {
  return make('span', { className: `pill${isNew ? ' is-new' : ''}`, color: role.color }, role.name);
}

/** A portrait from nothing: the initials, on a colour that stays the same for the same person. */
export function avatar(person) {
  const initials = person.name
    .split(/[\s._-]+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
  const element = make(
    'span',
    { className: `avatar${person.bot ? ' is-bot' : ''}`, ariaHidden: 'true' },
    initials,
  );
  element.style.setProperty('--hue', String(hueOf(person.id)));
  return element;
}

/** FNV-1a: ids that differ in little still get colours that differ. */
function hueOf(id) {
  let hash = 0x811c9dc5;
  for (const digit of id) hash = Math.imul(hash ^ digit.charCodeAt(0), 0x01000193);
  return (hash >>> 0) % 360;
}

/** Replaces what an element holds, and leaves the keyboard where it was. */
export function refill(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...children);
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}
