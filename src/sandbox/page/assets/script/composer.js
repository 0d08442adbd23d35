/** @import { Command, Values } from './types.ts' */
import { here, loadCommands, use } from './act.js';
import { tell } from './api.js';
import { useCombobox } from './combobox.js';
import { CommandForm } from './command/form.js';
import { focusOn, h, html, useElement, useLayoutEffect, useState } from './preact.js';
import { complain, messageOf, page, update, view } from './store.js';

/** Unsent texts; keys are `member channel`. @type {Map<string, string>} */
const drafts = new Map();
let count = 0;

/** Renders the area in which the chosen member writes, runs commands, or accepts the rules first. */
export function Composer() {
  const { you, channel, name } = view();
  const [command, setCommand] = useState(/** @type {Command | undefined} */ (undefined));
  const box = useElement();
  const state = [you?.id, you?.isMember, you?.pending, channel?.id, channel?.maySpeak].join();
  const hadFocus = box.current?.contains(document.activeElement) ?? false;
  const mode = `${state} ${command?.name}`;
  useLayoutEffect(() => {
    if (hadFocus) focusOn(box.current?.querySelector('input, select, textarea, button'));
  }, [mode]);
  useLayoutEffect(() => setCommand(undefined), [state]);

  /** Runs a command. A placeholder is shown until the bot answers. @param {string} ran @param {Values} options */
  const run = async (ran, options) => {
    setCommand(undefined);
    count += 1;
    const waiting = { id: count, name: you?.name ?? '', command: ran };
    const others = () => page.waiting.filter(({ id }) => id !== waiting.id);
    update({ waiting: [...page.waiting, waiting] });
    try {
      await use({ kind: 'run', command: ran, options });
      update({ waiting: others() });
    } catch (error) {
      const failure = messageOf(error);
      update({ waiting: page.waiting.map((each) => (each.id === waiting.id ? { ...each, failure } : each)) });
    }
  };
  const cancel = () => setCommand(undefined);

  let content = banner('There are no channels that you can see.');
  if (!channel && you && !you.isMember)
    content = banner(`${you.name} is not in ${name}.`, `Join ${name}`, `/members/${you.id}/return`);
  else if (channel && you?.pending && !channel.isDirect)
    content = banner(
      `Before you can talk in ${name}, you must accept its rules: be kind, and stay on topic.`,
      'I agree',
      `/members/${you.id}/agree`,
    );
  else if (channel && command) content = h(CommandForm, { key: command.name, command, run, cancel });
  else if (channel) content = h(Writer, { key: state, choose: setCommand });
  return html`<div id="composer" ref=${box}>${content}</div>`;
}

/** @param {string} text @param {string} [action] @param {string} [path] */
const banner = (text, action, path = '') => html`<div class="banner">
  <p>${text}</p>
  ${action && html`<button type="button" onClick=${() => tell('POST', path)}>${action}</button>`}
</div>`;

/** Renders the field for messages, which lists the commands after a slash. @param {{ choose: (command: Command) => void }} props */
function Writer({ choose }) {
  const { channel, you, bot } = view();
  const place = `${you?.id} ${channel?.id}`;
  const [text, setText] = useState(drafts.get(place) ?? '');
  const [commands, setCommands] = useState(/** @type {Command[] | undefined} */ (undefined));
  /** @param {string} next */
  const write = (next) => {
    drafts.set(place, next);
    setText(next);
  };
  const wanted = text.slice(1).trimStart().toLowerCase();
  const shown = (commands ?? [])
    .filter(({ name }) => name.includes(wanted))
    .sort((a, b) => Number(b.name.startsWith(wanted)) - Number(a.name.startsWith(wanted)));
  const { open, input, list } = useCombobox({
    id: 'picker',
    items: shown,
    keys: ['Enter', 'Tab'],
    first: 0,
    choose(command) {
      drafts.delete(place);
      choose(command);
    },
  });
  /** @param {{ currentTarget: HTMLTextAreaElement }} event */
  const onInput = async ({ currentTarget }) => {
    write(currentTarget.value);
    if (!currentTarget.value.startsWith('/')) return open(false);
    try {
      // Load again for each new slash: the commands depend on the member and the channel.
      if (!commands || currentTarget.value === '/') setCommands((await loadCommands()).flatMap(flatten));
      if (currentTarget.value.startsWith('/')) open(true);
    } catch (error) {
      complain(error);
    }
  };
  /** @param {KeyboardEvent & { currentTarget: HTMLTextAreaElement }} event */
  const onKeyDown = (event) => {
    input.onKeyDown(event);
    // An open list of commands has already handled the key.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  /** @param {Event} event */
  const onSubmit = async (event) => {
    event.preventDefault();
    const content = text.trim();
    if (!content) return;
    if (content.startsWith('/')) return complain('Choose a command from the list.');
    write('');
    // Restore a text that couldn't be sent, unless the user has written more.
    if (!(await tell('POST', '/messages', { ...here(), content })) && !drafts.get(place)) write(content);
  };
  const target = channel?.isDirect ? `@${bot.name}` : `#${channel?.name}`;
  const placeholder = channel?.maySpeak ? `Message ${target}, or type / for commands` : 'Type / for commands';
  const none = commands?.length === 0 ? 'The bot offers you no commands here.' : 'No such command.';
  return [
    list('Commands', none, ({ name, description }) => [
      html`<strong>/${name}</strong>`,
      html`<span class="quiet">${description}</span>`,
    ]),
    html`<form class="write" onSubmit=${onSubmit}>
      <textarea id="say" rows="1" maxlength="2000" placeholder=${placeholder} value=${text} ...${input}
        aria-label=${`Message ${target} as ${you?.name}`} onInput=${onInput} onKeyDown=${onKeyDown}></textarea>
      <button type="submit">Send</button>
    </form>`,
  ];
}

/** Lists a command, or its subcommands with their full names: `plans list`. @param {Command} command @returns {Command[]} */
function flatten({ name, description, options }) {
  const branches = options.filter((option) => option.type === 1 || option.type === 2);
  if (branches.length === 0) return [{ name, description, options }];
  return branches.flatMap((branch) =>
    flatten({ ...branch, options: branch.options ?? [], name: `${name} ${branch.name}` }),
  );
}
