import { button, find, make } from '../dom.js';
import { markdown } from '../markdown/blocks.js';
import { choicesOf } from './choices.js';

const PARAGRAPH = 2;

/** Shows the bot's form and submits the input. */
export function openForm({ form }, view, submit) {
  const dialog = find('#form');
  const fields = form.components.flatMap((part) => toPart(part, view));
  const problem = make('p', { className: 'failed', role: 'alert', hidden: true });
  const send = make('button', { type: 'submit' }, 'Submit');
  const element = make(
    'form',
    { method: 'dialog' },
    make('h2', { id: 'form-title' }, form.title),
    make('p', { className: 'quiet' }, `This form is sent to ${view.bot.name}.`),
    fields.map(({ element }) => element),
    problem,
    make(
      'div',
      { className: 'buttons' },
      send,
      button('Cancel', () => dialog.close(), { className: 'secondary' }),
    ),
  );
  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    send.disabled = true;
    problem.hidden = true;
    try {
      const filled = fields.filter(({ id }) => id !== undefined).map(({ id, read }) => [id, read()]);
      const answer = await submit(Object.fromEntries(filled));
      if (answer.kind === 'silence') throw new Error('Something went wrong. Try again.');
      dialog.close();
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    } finally {
      send.disabled = false;
    }
  });
  dialog.replaceChildren(element);
  if (!dialog.open) dialog.showModal();
}

/** Component types: 1 is a row with an input, 10 a text, 18 a label with a field. */
function toPart(part, view) {
  switch (part.type) {
    case 1:
      return part.components.map((input) => toField(input, input.label ?? '', undefined, view));
    case 10:
      return [{ element: markdown(part.content, { view }) }];
    case 18:
      return [toField(part.component, part.label, part.description, view)];
    default:
      return [];
  }
}

function toField(field, label, description, view) {
  const { input, read } = field.type === 4 ? textInput(field) : select(field, view);
  const isOptional = field.required === false;
  const element = make(
    'label',
    { className: 'field' },
    make('span', {}, label, isOptional && make('span', { className: 'quiet' }, ' (optional)')),
    description && make('span', { className: 'quiet' }, description),
    input,
  );
  return { id: field.custom_id, element, read };
}

function textInput({
  style,
  min_length: minLength,
  max_length: maxLength = 4000,
  required = true,
  value = '',
  placeholder = '',
}) {
  const isLong = style === PARAGRAPH;
  const input = make(isLong ? 'textarea' : 'input', {
    ...(isLong && { rows: 4 }),
    ...(minLength !== undefined && { minLength }),
    maxLength,
    required,
    value,
    placeholder,
    autocomplete: 'off',
  });
  return { input, read: () => input.value };
}

function select(field, view) {
  const {
    min_values: least = 1,
    max_values: most = 1,
    required = true,
    placeholder = 'Make a selection',
  } = field;
  const isMultiple = most > 1;
  const choices = choicesOf(field, view);
  const input = make(
    'select',
    { multiple: isMultiple, required: required && least > 0 },
    isMultiple ? undefined : make('option', { value: '' }, placeholder),
    choices.map(({ value, name, isDefault }) =>
      make('option', { value, defaultSelected: isDefault, selected: isDefault }, name),
    ),
  );
  const read = () => [...input.selectedOptions].map(({ value }) => value).filter((value) => value !== '');
  return { input, read };
}
