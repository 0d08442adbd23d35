import { button, make } from '../dom.js';
import { toField } from './option.js';

/** A chosen command with a field for each of its options. */
export function openCommand(command, { act, run, cancel }) {
  const fields = [];
  /** What is filled in so far, by the names of options. */
  const values = () =>
    Object.fromEntries(
      fields.map(({ name, read }) => [name, read()]).filter(([, value]) => value !== undefined),
    );
  const complete = async (focused, typed) => {
    const options = { ...values(), [focused]: typed };
    const answer = await act.use({ kind: 'complete', command: command.name, focused, options });
    return answer.choices ?? [];
  };
  // What is required comes first, as the platform demands of whoever registers a command.
  fields.push(...command.options.map((option) => toField(option, act.view(), complete)));

  const form = make(
    'form',
    { className: 'command' },
    make(
      'p',
      { className: 'command-name' },
      make('strong', {}, `/${command.name}`),
      ' ',
      make('span', { className: 'quiet' }, command.description),
    ),
    make(
      'div',
      { className: 'options' },
      fields.map(({ element }) => element),
    ),
    make(
      'div',
      { className: 'buttons' },
      make('button', { type: 'submit' }, `Run /${command.name}`),
      button('Cancel', cancel, { className: 'secondary' }),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    run(command.name, values());
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) cancel();
  });
  return form;
}
