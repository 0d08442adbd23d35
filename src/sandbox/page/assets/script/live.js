import { find } from './dom.js';

/**
 * Keeps the view coming for who looks at what.
 * @returns what changes the seat
 */
export function watch(onView) {
  let events;
  const badge = find('#connection');
  const say = (isLive) => {
    badge.textContent = isLive ? 'Live' : 'Reconnecting…';
    badge.classList.toggle('is-live', isLive);
  };
  return (seat) => {
    events?.close();
    events = new EventSource(`/sandbox/live?${new URLSearchParams(seat)}`);
    events.addEventListener('open', () => say(true));
    events.addEventListener('message', ({ data }) => {
      say(true);
      onView(JSON.parse(data));
    });
    events.addEventListener('error', () => say(false));
  };
}
