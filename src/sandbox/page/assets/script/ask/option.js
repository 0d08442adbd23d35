import { make } from '../dom.js';
import { entities } from './choices.js';
import { suggest } from './suggest.js';

/**
 * Option types:
 * https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-type
 */
const STRING = 3;
const INTEGER = 4;
const BOOLEAN = 5;
const ENTITIES = { 6: 'user', 7: 'channel', 8: 'role', 9: 'mentionable' };
const NUMBER = 10;

/** Creates the field of an option. @returns its element, and a function that reads its value */
export function toField(option, view, complete) {
  const { name, description, required = false } = option;
  const { input, read } = inputOf(option, view, (typed) => complete(name, typed));
  const control = input.matches('input, select') ? input : input.querySelector('input');
  control.required = required;
  control.title = description;
  const element = make(
    'label',
    { className: 'option' },
    make('span', {}, name, !required && make('span', { className: 'quiet' }, ' optional')),
    input,
  );
  return { name, isRequired: required, element, read };
}

function inputOf(option, view, complete) {
  const { type, choices = [], description } = option;
  const isNumber = type === INTEGER || type === NUMBER;
  const toValue = isNumber ? Number : String;
  if (ENTITIES[type]) return select(entities(ENTITIES[type], view), String);
  if (type === BOOLEAN)
    return select(
      [
        { value: 'true', name: 'True' },
        { value: 'false', name: 'False' },
      ],
      (value) => value === 'true',
    );
  if (choices.length > 0) return select(choices, toValue);
  if (option.autocomplete) return suggest(complete, toValue, description);
  if (isNumber) return number(option);
  return type === STRING ? text(option) : unsupported();
}

const orNothing = (text, toValue) => (text === '' ? undefined : toValue(text));

function select(choices, toValue) {
  const input = make(
    'select',
    {},
    make('option', { value: '' }, '—'),
    choices.map(({ value, name }) => make('option', { value: String(value) }, name)),
  );
  return { input, read: () => orNothing(input.value, toValue) };
}

function number({ type, min_value: min = '', max_value: max = '', description }) {
  const step = type === INTEGER ? '1' : 'any';
  const input = make('input', { type: 'number', min, max, step, placeholder: description });
  return { input, read: () => orNothing(input.value, Number) };
}

function text({ min_length: least, max_length: most = 6000, description }) {
  const input = make('input', { maxLength: most, placeholder: description, autocomplete: 'off' });
  if (least) input.minLength = least;
  return { input, read: () => orNothing(input.value, String) };
}

function unsupported() {
  const input = make('input', { disabled: true, placeholder: 'Can’t be sent from here' });
  return { input, read: () => undefined };
}
