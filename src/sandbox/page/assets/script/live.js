import { find } from './dom.js';

/** A stream from which nothing was heard for so many milliseconds is dead: it beats every ten seconds. */
const PATIENCE = 25_000;
/** When the browser has given a stream up, another one is tried after so many milliseconds. */
const PAUSE = 2_000;

/**
 * Keeps the view coming for who looks at what, and says on the page whether it does.
 * @returns what changes the seat
 */
export function watch(onView) {
  let events;
  let seat;
  let timer;
  const badge = find('#connection');
  const say = (text, isLive = false) => {
    badge.textContent = text;
    badge.classList.toggle('is-live', isLive);
  };
  /** Does the next thing after a while, unless something else happens before. */
  const later = (milliseconds, act) => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
  const heard = () => {
    say('Live', true);
    later(PATIENCE, () => {
      say('No word from the sandbox. Reconnecting…');
      connect();
    });
  };
  const connect = () => {
    events?.close();
    const stream = new EventSource(`/sandbox/live?${new URLSearchParams(seat)}`);
    events = stream;
    stream.addEventListener('open', heard);
    stream.addEventListener('heartbeat', heard);
    stream.addEventListener('message', ({ data }) => {
      heard();
      onView(JSON.parse(data));
    });
    stream.addEventListener('error', () => {
      say('Reconnecting…');
      if (stream.readyState === EventSource.CLOSED) later(PAUSE, connect);
    });
    later(PATIENCE, connect);
  };
  return (next) => {
    seat = next;
    connect();
  };
}
