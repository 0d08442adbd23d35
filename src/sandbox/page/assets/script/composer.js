import { openCommand } from './ask/command.js';
import { openPicker } from './ask/picker.js';
import { button, complain, find, make } from './dom.js';
import { openWaiting } from './waiting.js';

/** Opens the area in which the chosen member writes, runs commands, or accepts the rules first. */
export function openComposer(act) {
  const box = find('#composer');
  const waiting = openWaiting();
  /** Unsent texts; keys are `member channel`. */
  const drafts = new Map();
  let shown = '';

  /** Runs a command. A placeholder is shown until the bot answers. */
  const run = async (command, options) => {
    const { name } = act.view().you;
    writing();
    find('#say')?.focus();
    const place = waiting.add(name, command);
    try {
      const answer = await act.use({ kind: 'run', command, options });
      if (answer.kind === 'silence') place.fail('The application did not respond.');
      else place.remove();
    } catch (error) {
      place.fail(error.message);
    }
  };

  const writing = () => {
    const { channel, you, bot } = act.view();
    const name = channel.isDirect ? `@${bot.name}` : `#${channel.name}`;
    const place = `${you.id} ${channel.id}`;
    const input = make('textarea', {
      id: 'say',
      rows: 1,
      maxLength: 2000,
      value: drafts.get(place) ?? '',
      autocomplete: 'off',
      placeholder: channel.maySpeak ? `Message ${name}, or type / for commands` : 'Type / for commands',
      ariaLabel: `Message ${name} as ${you.name}`,
    });
    input.addEventListener('input', () => drafts.set(place, input.value));
    const picker = openPicker(input, act.commands, (command) => {
      drafts.delete(place);
      box.replaceChildren(openCommand(command, { act, run, cancel }));
      box.querySelector('input, select, button')?.focus();
    });
    // An open list of commands has already handled the key.
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.defaultPrevented) return;
      event.preventDefault();
      form.requestSubmit();
    });
    const form = make('form', { className: 'write' }, input, make('button', { type: 'submit' }, 'Send'));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const content = input.value.trim();
      if (!content) return;
      if (content.startsWith('/')) return complain('Choose a command from the list.');
      drafts.delete(place);
      input.value = '';
      // Restore a text that couldn't be sent, unless the user has written more.
      if ((await act.say(content)) || drafts.get(place)) return;
      drafts.set(place, content);
      input.value = content;
    });
    box.replaceChildren(picker, form);
  };
  const cancel = () => {
    writing();
    find('#say').focus();
  };

  return (view, isOther) => {
    const { you, channel } = view;
    showHead(view);
    if (isOther) waiting.clear();
    const state = [you?.id, you?.isMember, you?.pending, channel?.id, channel?.maySpeak].join();
    if (state === shown) return;
    shown = state;
    const hadFocus = box.contains(document.activeElement);
    if (!channel) box.replaceChildren(outside(view, act));
    else if (you.pending && !channel.isDirect) box.replaceChildren(rules(view, act));
    else writing();
    if (hadFocus) box.querySelector('input, textarea, button')?.focus();
  };
}

function showHead({ channel, you, bot, name }) {
  const sign = channel && !channel.isDirect ? '# ' : '';
  find('#channel-name').textContent = channel ? sign + (channel.isDirect ? bot.name : channel.name) : name;
  const who = you?.name ?? 'somebody';
  find('#channel-note').textContent = channel?.isDirect ? `Only ${who} and the bot read this` : '';
}

const banner = (text, control) => make('div', { className: 'banner' }, make('p', {}, text), control);

const outside = ({ you, name }, act) =>
  you && !you.isMember
    ? banner(
        `${you.name} is not in ${name}.`,
        button(`Join ${name}`, () => act.comeBack(you.id)),
      )
    : banner('There are no channels that you can see.');

const rules = ({ you, name }, act) =>
  banner(
    `Before you can talk in ${name}, you must accept its rules: be kind, and stay on topic.`,
    button('I agree', () => act.agree(you.id)),
  );
