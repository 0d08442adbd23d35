import { page, update } from './store.js';
import { createTimer } from './timer.js';

/** Silence after which a stream counts as dead, in milliseconds. The server sends a heartbeat every ten seconds. */
const PATIENCE = 25_000;
/** Delay before reconnecting once the browser has given up, in milliseconds. */
const PAUSE = 2_000;

/** The chosen member and channel, stored for the lifetime of the tab. @type {{ as?: string, in?: string }} */
const viewpoint = JSON.parse(sessionStorage.getItem('viewpoint') ?? '{}');

/** @type {EventSource | undefined} */
let events;
const later = createTimer();

/** Switches to another member, another channel, or both. @param {typeof viewpoint} change */
export function switchTo(change) {
  Object.assign(viewpoint, change);
  sessionStorage.setItem('viewpoint', JSON.stringify(viewpoint));
  connect();
}

/** Streams the view of the viewpoint into the page's state. */
export function connect() {
  events?.close();
  const stream = new EventSource(`/sandbox/live?${new URLSearchParams(viewpoint)}`);
  events = stream;
  stream.addEventListener('open', heard);
  stream.addEventListener('heartbeat', heard);
  stream.addEventListener('message', ({ data }) => {
    heard();
    show(JSON.parse(data));
  });
  stream.addEventListener('error', () => {
    if (stream.readyState !== EventSource.CLOSED) return say('Reconnecting…');
    // Refused with a status, which scripts don't see.
    say('The sandbox refused this page: too many may be open. Reconnecting…');
    later(PAUSE, connect);
  });
  later(PATIENCE, connect);
}

/** @param {string} connection */
const say = (connection) => connection !== page.connection && update({ connection });

function heard() {
  say('Live');
  later(PATIENCE, () => {
    say('The sandbox isn’t responding. Reconnecting…');
    connect();
  });
}

/** @param {import('../../view/index.ts').View} view */
function show(view) {
  const { you, channel, bot, name } = view;
  const isOther = page.view?.channel?.id !== channel?.id || page.view?.you?.id !== you?.id;
  update({ view, ...(isOther && { waiting: [] }) });
  document.title = `${channel ? `${channel.isDirect ? bot.name : `#${channel.name}`} · ` : ''}${name}`;
  // Keep the member that the server chose, so that a later view doesn't switch to another.
  if (you && viewpoint.as !== you.id) switchTo({ as: you.id });
}
