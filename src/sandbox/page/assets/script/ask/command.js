import { button, make } from '../dom.js';
import { toField } from './option.js';

/** How many options are shown before one asks for more; those that are required always are. */
const SHOWN = 4;

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

  const shown = fields.filter(({ isRequired }) => isRequired);
  const others = fields.filter(({ isRequired }) => !isRequired);
  // A few more are shown at once; many would hide the conversation.
  shown.push(...others.splice(0, Math.max(0, SHOWN - shown.length)));
  const more =
    others.length > 0 &&
    button(
      `+${others.length} more`,
      () => {
        more.replaceWith(...others.map(({ element }) => element));
        others[0].element.querySelector('input, select').focus();
      },
      { className: 'secondary more', ariaLabel: `${others.length} more options` },
    );

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
      shown.map(({ element }) => element),
      more,
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
