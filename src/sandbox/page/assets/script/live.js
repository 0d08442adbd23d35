import { find } from './dom.js';

/** Silence after which a stream counts as dead, in milliseconds. The server sends a heartbeat every ten seconds. */
const PATIENCE = 25_000;
/** Delay before reconnecting once the browser has given up, in milliseconds. */
const PAUSE = 2_000;

/**
 * Streams the view of a seat, and shows the state of the connection.
 * @returns a function that changes the seat
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
  /** Schedules an action, replacing the one scheduled before. */
  const later = (milliseconds, act) => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
  const heard = () => {
    say('Live', true);
    later(PATIENCE, () => {
      say('The sandbox isn’t responding. Reconnecting…');
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
