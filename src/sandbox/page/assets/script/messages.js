import { avatar, colored } from './avatar.js';
import { button, find, keep, make } from './dom.js';
import { markdown } from './markdown/blocks.js';
import { components } from './message/components.js';
import { embed, nearby } from './message/embed.js';
import { use } from './message/use.js';

/** Messages by one author within this time share a header, in milliseconds. */
const TOGETHER = 7 * 60_000;
/** Time for the bot to complete a deferred answer, in milliseconds. */
const PROMISE = 15 * 60_000;

/** Ids of ephemeral messages that the reader dismissed. */
const dismissed = new Set();

/** Shows the open channel's messages. Unchanged ones are kept in place, so that they keep focus and open menus. */
export function showMessages(view, act, isOther) {
  const scroller = find('#scroller');
  const isAtEnd = isOther || scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 80;
  const messages = (view.channel?.messages ?? []).filter(({ id }) => !dismissed.has(id));
  const items = messages.map((message, index) => ({
    message,
    follows: follows(messages[index - 1], message),
  }));
  const surroundings = JSON.stringify([
    view.names,
    view.roles,
    view.channels.map(({ id, name }) => [id, name]),
  ]);
  const hide = (id) => {
    dismissed.add(id);
    showMessages(act.view(), act, false);
  };
  keep(find('#messages'), items, {
    key: ({ message }) => message.id,
    print: (item) => {
      const text = JSON.stringify(item);
      const isMenu = /"type":[5-8],/.test(text);
      // Mentions and menus show names, so their messages are also rebuilt when names change.
      const isLate = item.message.isThinking && isOver(item.message, view);
      const named = isMenu || /<[@#]/.test(text) ? surroundings : '';
      return [text, named, view.menus.message, isMenu ? JSON.stringify(view.members) : '', isLate].join();
    },
    build: ({ message, follows }) => toItem(message, follows, { view, act, hide }),
  });
  find('#messages').classList.toggle('is-empty', items.length === 0);
  if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
}

function follows(before, message) {
  return (
    before !== undefined &&
    before.author.id === message.author.id &&
    before.isEphemeral === message.isEphemeral &&
    !message.used &&
    !message.answers &&
    Date.parse(message.at) - Date.parse(before.at) < TOGETHER
  );
}

const isOver = ({ at }, view) => Date.parse(view.now) - Date.parse(at) > PROMISE;

function toItem(message, isFollowing, context) {
  const classes = [
    'message',
    isFollowing && 'is-following',
    message.isForYou && 'is-for-you',
    message.isEphemeral && 'is-ephemeral',
  ];
  return make(
    'li',
    { className: classes.filter(Boolean).join(' '), dataset: { message: message.id } },
    message.used && above(`${message.used.by} used `, make('code', {}, `/${message.used.command}`)),
    message.answers &&
      above(make('strong', {}, message.answers.name), ` ${message.answers.excerpt || 'a message'}`),
    isFollowing ? undefined : avatar(message.author),
    make('div', { className: 'said' }, !isFollowing && head(message), body(message, context)),
    apps(message, context),
  );
}

function apps(message, { view, act }) {
  if (view.menus.message.length === 0) return undefined;
  const toApp = (command) => {
    const element = button(
      command,
      () => use(element, { kind: 'use-on-message', command }, { act, message }),
      {
        className: 'secondary',
        dataset: { key: `app-${command}` },
      },
    );
    return element;
  };
  return make('div', { className: 'apps buttons' }, view.menus.message.map(toApp));
}

const above = (...content) => make('p', { className: 'above quiet' }, ...content);

function head({ author, at }) {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  const style = isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' };
  return make(
    'p',
    { className: 'head' },
    colored(author),
    author.bot && make('span', { className: 'tag' }, 'APP'),
    make(
      'time',
      { className: 'quiet', dateTime: at, title: time.toLocaleString() },
      time.toLocaleString('en', style),
    ),
  );
}

function body(message, context) {
  if (message.isThinking) return [thinking(message, context), footer(message, context)];
  return [
    message.content && markdown(message.content, context),
    message.embeds.map((each) => embed(each, context)),
    message.attachments.map(attachment),
    components(message.components, { ...context, message }),
    message.editedAt && make('span', { className: 'edited quiet' }, '(edited)'),
    footer(message, context),
  ];
}

function thinking({ author, at }, { view }) {
  return isOver({ at }, view)
    ? make('p', { className: 'failed' }, 'The application did not respond.')
    : make(
        'p',
        { className: 'thinking quiet' },
        make('span', { className: 'dots', attrs: { 'aria-hidden': 'true' } }),
        `${author.name} is thinking…`,
      );
}

function attachment({ filename, url: address, content_type = '', description }) {
  const url = nearby(address);
  return /^image\//.test(content_type)
    ? make('img', { className: 'picture', src: url, alt: description ?? filename, loading: 'lazy' })
    : make('a', { className: 'file', href: url, target: '_blank', rel: 'noopener' }, filename);
}

function footer({ id, isEphemeral }, { hide }) {
  if (!isEphemeral) return undefined;
  const dismiss = button('Dismiss', () => hide(id), { className: 'text', dataset: { key: `dismiss-${id}` } });
  return make('p', { className: 'only-you quiet' }, 'Only you can see this · ', dismiss);
}
