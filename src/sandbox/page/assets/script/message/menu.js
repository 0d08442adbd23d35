/** @import { APISelectMenuComponent } from 'discord-api-types/v10' */
/** @import { Context } from '../types.ts' */
import { focusOn, html, useElement, useId, useLayoutEffect, useState } from '../preact.js';
import { choicesOf } from './choices.js';

/**
 * Renders a select menu as a button that opens a list. A single choice is sent at once, several after "Done".
 * @param {{ data: APISelectMenuComponent, context: Context }} props
 */
export function Menu({ data, context }) {
  const { custom_id: component, min_values: least = 1, max_values: most = 1, disabled = false } = data;
  const choices = choicesOf(data);
  const id = useId();
  const box = useElement();
  const opener = useElement();
  const isBusy = context.busy === component;
  // A message that changes closes the menu, and resets what was chosen.
  const print = JSON.stringify(context.message);
  const defaults = choices.filter(({ isDefault }) => isDefault).map(({ value }) => value);
  const [state, setState] = useState({ print, isOpen: false, chosen: defaults });
  const { isOpen, chosen } = state.print === print ? state : { isOpen: false, chosen: defaults };
  /** @param {{ isOpen?: boolean, chosen?: string[] }} change */
  const set = (change) => setState({ print, isOpen, chosen, ...change });
  const canSend = chosen.length >= least;

  useLayoutEffect(() => {
    if (!isOpen) return;
    const wanted = ['[aria-selected=true]', '[role=option]', 'ul'];
    focusOn(wanted.map((selector) => box.current?.querySelector(selector)).find(Boolean));
  }, [isOpen]);

  /** @param {string[]} values */
  const send = (values) => {
    opener.current?.focus();
    set({ isOpen: false, chosen: values });
    return context.use?.({ kind: 'choose', component, values });
  };
  /** @param {string} value */
  const pick = (value) => {
    if (most <= 1) return send([value]);
    if (chosen.includes(value)) return set({ chosen: chosen.filter((each) => each !== value) });
    if (chosen.length < most) set({ chosen: [...chosen, value] });
  };
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const all = [...(box.current?.querySelectorAll('li') ?? [])].filter(({ role }) => role === 'option');
    const at = all.findIndex((option) => option.matches(':focus'));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next !== undefined) all.at(Math.min(Math.max(next, 0), all.length - 1))?.focus();
    else if (event.key === 'Enter' || event.key === ' ') all[at]?.click();
    else if (event.key === 'Escape') {
      opener.current?.focus();
      set({ isOpen: false });
    } else return;
    event.preventDefault();
  };
  /** @param {FocusEvent} event */
  const onFocusOut = ({ relatedTarget }) => {
    const isWithin = relatedTarget instanceof Node && box.current?.contains(relatedTarget);
    if (isOpen && !isWithin) set({ isOpen: false });
  };
  const names = choices.filter(({ value }) => chosen.includes(value)).map(({ name }) => name);
  return html`<div class="menu-box" ref=${box} onFocusOut=${onFocusOut}>
    <button type="button" ref=${opener} class=${names.length > 0 ? 'menu' : 'menu is-empty'}
      disabled=${disabled || isBusy} aria-busy=${String(isBusy)} data-key=${`use-${component}`}
      aria-haspopup="listbox" aria-expanded=${String(isOpen)} aria-controls=${id}
      onClick=${() => set({ isOpen: !isOpen })}>${names.join(', ') || (data.placeholder ?? 'Make a selection')}</button>
    <ul id=${id} role="listbox" hidden=${!isOpen} tabindex="-1" aria-multiselectable=${String(most > 1)}
      aria-label=${data.placeholder ?? 'Choices'} onKeyDown=${onKeyDown}>
      ${choices.map(
        ({ value, name, description }) => html`
          <li role="option" tabindex="-1" aria-selected=${String(chosen.includes(value))} onClick=${() => pick(value)}>
            <span>${name}</span>${description && html`<span class="quiet">${description}</span>`}
          </li>`,
      )}
      ${
        most > 1 &&
        html`<li role="option" class="done" tabindex="-1" aria-disabled=${String(!canSend)}
          onClick=${() => canSend && send(chosen)}>${canSend ? 'Done' : `Choose at least ${least}`}</li>`
      }
      ${choices.length === 0 && html`<li class="quiet">There is nothing to choose.</li>`}
    </ul>
  </div>`;
}
