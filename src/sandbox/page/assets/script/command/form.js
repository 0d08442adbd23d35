/** @import { CommandOption } from '../../../../application-commands/schema.ts' */
/** @import { Command, Values } from '../types.ts' */
import { use } from '../act.js';
import { entities, OPTIONS } from '../message/choices.js';
import { focusOn, h, html, useLayoutEffect, useRef, useState } from '../preact.js';
import { Suggest } from './suggest.js';

/** Number of options shown at first. Required options are always shown. */
const SHOWN = 4;

/**
 * Renders a chosen command with a field for each option. Required ones come first, as the platform demands.
 * @param {{ command: Command, run: (name: string, options: Values) => void, cancel: () => void }} props
 */
export function CommandForm({ command: { name, description, options }, run, cancel }) {
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const [isWhole, setWhole] = useState(false);
  const least = Math.max(SHOWN, options.filter(({ required }) => required).length);
  const shown = isWhole ? options : options.slice(0, least);
  useLayoutEffect(() => {
    const next = form.current
      ?.querySelectorAll('.option')
      [isWhole ? least : 0]?.querySelector('input, select');
    focusOn(next ?? form.current?.querySelector('button'));
  }, [isWhole]);

  const values = () => {
    const data = new FormData(form.current ?? undefined);
    return Object.fromEntries(
      shown.flatMap((option) => {
        const value = data.get(option.name);
        return typeof value === 'string' && value !== '' ? [[option.name, toValue(option, value)]] : [];
      }),
    );
  };
  /** @param {string} focused @param {string} typed */
  const complete = async (focused, typed) => {
    const filled = { ...values(), [focused]: typed };
    const answer = await use({ kind: 'complete', command: name, focused, options: filled });
    return answer.kind === 'choices' ? answer.choices : [];
  };
  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    run(name, values());
  };
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => event.key === 'Escape' && !event.defaultPrevented && cancel();
  const more = options.length - shown.length;
  return html`<form class="command" ref=${form} onSubmit=${onSubmit} onKeyDown=${onKeyDown}>
    <p class="command-name"><strong>/${name}</strong> <span class="quiet">${description}</span></p>
    <div class="options">
      ${shown.map(
        (option) => html`
        <label class="option" key=${option.name}>
          <span>${option.name}${!option.required && html`<span class="quiet"> optional</span>`}</span>
          ${toControl(option, complete)}
        </label>`,
      )}
      ${
        more > 0 &&
        html`<button type="button" class="secondary more" aria-label=${`${more} more options`}
        onClick=${() => setWhole(true)}>${`+${more} more`}</button>`
      }
    </div>
    <div class="buttons">
      <button type="submit">${`Run /${name}`}</button>
      <button type="button" class="secondary" onClick=${cancel}>Cancel</button>
    </div>
  </form>`;
}

/** @param {CommandOption} option @param {string} text */
function toValue({ type }, text) {
  if (type === 5) return text === 'true';
  return type === 4 || type === 10 ? Number(text) : text;
}

/**
 * Renders the control of an option:
 * https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-type
 * @param {CommandOption} option
 * @param {(focused: string, typed: string) => Promise<readonly { name: string, value: string | number }[]>} complete
 */
function toControl(option, complete) {
  const { name, description, required = false } = option;
  const common = { name, required, title: description };
  const typed = { ...common, placeholder: description, autocomplete: 'off' };
  switch (option.type) {
    case 3:
    case 4:
    case 10:
      if (option.choices?.length) return select(common, option.choices);
      if (option.autocomplete) return h(Suggest, { complete: (text) => complete(name, text), field: typed });
      if (option.type === 3)
        return html`<input ...${typed} minlength=${option.min_length} maxlength=${option.max_length ?? 6000} />`;
      return html`<input type="number" ...${typed} min=${option.min_value} max=${option.max_value}
        step=${option.type === 4 ? '1' : 'any'} />`;
    case 5:
      return select(common, [
        { value: 'true', name: 'True' },
        { value: 'false', name: 'False' },
      ]);
    case 6:
    case 7:
    case 8:
    case 9:
      return select(common, entities(OPTIONS[option.type]));
    default:
      return html`<input ...${common} disabled placeholder="Can’t be sent from here" />`;
  }
}

/** @param {object} common @param {readonly { value: string | number, name: string }[]} choices */
const select = (common, choices) => html`<select ...${common}>
  <option value="">—</option>
  ${choices.map(({ value, name }) => html`<option value=${String(value)}>${name}</option>`)}
</select>`;
