import { button, make } from '../dom.js';
import { toField } from './option.js';

/** Number of options shown at first. Required options are always shown. */
const SHOWN = 4;

/** Renders a chosen command with a field for each option. */
export function openCommand(command, { act, run, cancel }) {
  const fields = [];
  const values = () =>
    Object.fromEntries(
      fields.map(({ name, read }) => [name, read()]).filter(([, value]) => value !== undefined),
    );
  const complete = async (focused, typed) => {
    const options = { ...values(), [focused]: typed };
    const answer = await act.use({ kind: 'complete', command: command.name, focused, options });
    return answer.choices ?? [];
  };
  // The platform requires commands to list required options first.
  fields.push(...command.options.map((option) => toField(option, act.view(), complete)));

  const shown = fields.filter(({ isRequired }) => isRequired);
  const others = fields.filter(({ isRequired }) => !isRequired);
  // Show only a few optional fields: many would cover the conversation.
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
