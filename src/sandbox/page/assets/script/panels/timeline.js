import { html } from '../preact.js';
import { Activity } from './activity.js';
import { Journeys } from './journeys.js';

/** Renders the ways of purchases to roles, and what happened in the community. */
export const Timeline = () => html`
  <section id="flow" class="panel" role="tabpanel" aria-labelledby="tab-flow" tabindex="-1">
    <h2>From the shop to the role</h2>
    <${Journeys} />
    <h2>In the community</h2>
    <${Activity} />
  </section>`;
