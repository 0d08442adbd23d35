import { html, useElement, useLayoutEffect, useState } from './preact.js';

/**
 * Gives a text field a list of items: arrow keys move, Escape closes, and a key of `keys` or a click chooses.
 * @template Item
 * @param {{ id: string, items: readonly Item[], choose: (item: Item) => void, keys: string[], first: number }} options
 */
export function useCombobox({ id, items, choose, keys, first }) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(first);
  const list = useElement();
  useLayoutEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active, isOpen]);
  /** @param {boolean} isWanted */
  const open = (isWanted) => {
    setOpen(isWanted);
    setActive(first);
  };
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const item = items[active];
    if (!isOpen) return;
    if (event.key === 'Escape') open(false);
    else if (event.key === 'ArrowDown') setActive(Math.min(active + 1, items.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (keys.includes(event.key) && item) choose(item);
    else return;
    event.preventDefault();
  };
  return {
    open,
    input: {
      autocomplete: 'off',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-expanded': String(isOpen),
      'aria-activedescendant': isOpen && items[active] ? `${id}-${active}` : null,
      onKeyDown,
    },
    /** @param {string | undefined} label @param {string} none @param {(item: Item) => unknown} toText */
    list: (label, none, toText) => html`
      <ul id=${id} class="picker" role="listbox" aria-label=${label} hidden=${!isOpen} ref=${list}>
        ${items.map(
          (item, index) => html`
            <li role="option" id=${`${id}-${index}`} aria-selected=${String(index === active)}
              onMouseDown=${keepFocus} onClick=${() => choose(item)}>${toText(item)}</li>`,
        )}
        ${items.length === 0 && html`<li class="quiet">${none}</li>`}
      </ul>`,
  };
}

/** @param {Event} event */
const keepFocus = (event) => event.preventDefault();
