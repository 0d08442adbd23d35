import { App } from './app.js';
import { connect } from './live.js';
import { h, render } from './preact.js';
import { onUpdate, update } from './store.js';

/** Interval at which relative times, such as "in 5 minutes", are updated, in milliseconds. */
const INTERVAL = 10_000;

onUpdate(() => render(h(App, {}), document.body));
connect();
update();
setInterval(update, INTERVAL);
