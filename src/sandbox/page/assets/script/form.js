/** @import { Field, Modal } from '../../../interactions/modal.ts' */
/** @import { OpenForm } from './types.ts' */
import { closeDialog, Dialog } from './dialog.js';
import { markdown } from './markdown/blocks.js';
import { choicesOf } from './message/choices.js';
import { h, html, useState } from './preact.js';
import { messageOf, update, view } from './store.js';

/** Renders the bot's form in a dialog. @param {OpenForm} props */
export function Form({ form, submit }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const fields = form.components.flatMap((part) => {
    if (part.type === 1) return part.components;
    return part.type === 18 ? [part.component] : [];
  });
  /** @param {Event & { currentTarget: HTMLFormElement }} event */
  const onSubmit = async (event) => {
    event.preventDefault();
    const { currentTarget } = event;
    const data = new FormData(currentTarget);
    const filled = fields.map((field) => {
      const values = data.getAll(field.custom_id).map(String);
      return [field.custom_id, field.type === 4 ? (values[0] ?? '') : values.filter((value) => value !== '')];
    });
    setBusy(true);
    setProblem('');
    try {
      await submit(Object.fromEntries(filled));
      closeDialog({ currentTarget });
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const content = html`<form method="dialog" onSubmit=${onSubmit}>
    <h2 id="form-title">${form.title}</h2>
    <p class="quiet">${`This form is sent to ${view().bot.name}.`}</p>
    ${form.components.map(toPart)}
    <p class="failed" role="alert" hidden=${!problem}>${problem}</p>
    <div class="buttons">
      <button type="submit" disabled=${isBusy}>Submit</button>
      <button type="button" class="secondary" onClick=${closeDialog}>Cancel</button>
    </div>
  </form>`;
  return h(Dialog, { id: 'form', onClose: () => update({ form: undefined }) }, content);
}

/** @param {Modal['components'][number]} part */
function toPart(part) {
  if (part.type === 10) return markdown(part.content, {});
  if (part.type === 18) return toField(part.component, part.label, part.description);
  return part.components.map((input) => toField(input, input.label ?? ''));
}

/** @param {Field} field @param {string} label @param {string} [description] */
const toField = (field, label, description) => html`<label class="field">
  <span>${label}${field.required === false && html`<span class="quiet"> (optional)</span>`}</span>
  ${description && html`<span class="quiet">${description}</span>`}
  ${field.type === 4 ? textInput(field) : select(field)}
</label>`;

/** @param {Extract<Field, { type: 4 }>} field */
function textInput({
  custom_id,
  style,
  min_length,
  max_length = 4000,
  required = true,
  value = '',
  placeholder = '',
}) {
  const isLong = style === 2;
  return h(isLong ? 'textarea' : 'input', {
    ...(isLong && { rows: 4 }),
    ...(min_length !== undefined && { minLength: min_length }),
    ...{
      name: custom_id,
      maxLength: max_length,
      required,
      defaultValue: value,
      placeholder,
      autocomplete: 'off',
    },
  });
}

/** @param {Exclude<Field, { type: 4 }>} field */
function select(field) {
  const { custom_id, min_values: least = 1, max_values: most = 1, required = true } = field;
  return html`<select name=${custom_id} multiple=${most > 1} required=${required && least > 0}>
    ${most <= 1 && html`<option value="">${field.placeholder ?? 'Make a selection'}</option>`}
    ${choicesOf(field).map(
      ({ value, name, isDefault }) =>
        html`<option value=${value} defaultSelected=${isDefault}>${name}</option>`,
    )}
  </select>`;
}
