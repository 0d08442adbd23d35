import { avatar } from './avatar.js';
import { button, find, make } from './dom.js';

/** Opens the list of commands that are unanswered or have failed. Only the member who ran them sees it. */
export function openWaiting() {
  const list = find('#waiting');
  return {
    clear: () => list.replaceChildren(),
    add(name, command) {
      const said = make('p', { className: 'quiet' }, 'Sending the command…');
      const item = make(
        'li',
        { className: 'message is-ephemeral' },
        make('p', { className: 'above quiet' }, `${name} used `, make('code', {}, `/${command}`)),
        avatar({ id: command, name: '/' }),
        make('div', { className: 'said' }, said),
      );
      list.append(item);
      find('#scroller').scrollTop = find('#scroller').scrollHeight;
      return {
        remove: () => item.remove(),
        fail(text) {
          said.className = 'failed';
          said.textContent = text;
          const dismiss = button('Dismiss', () => item.remove(), { className: 'text' });
          said.after(make('p', { className: 'only-you quiet' }, 'Only you can see this · ', dismiss));
          item.scrollIntoView({ block: 'nearest' });
        },
      };
    },
  };
}
