import { channels } from './channels.js';
import { Chat } from './chat.js';
import { Form } from './form.js';
import { header, Newcomer } from './header.js';
import { Members } from './members.js';
import { Server } from './panels/server.js';
import { Shop } from './panels/shop.js';
import { Timeline } from './panels/timeline.js';
import { h, html } from './preact.js';
import { Profile } from './profile.js';
import { page, view } from './store.js';
import { tabs } from './tabs.js';

/** Renders the page. */
export const App = () => [
  html`<a class="skip" href="#chat">Skip to the messages</a>`,
  header(),
  html`<main id="app" data-tab=${page.tab}>${page.view && panels()}</main>`,
  page.view && dialogs(),
  html`<p id="news" class="unseen" aria-live="polite">${page.news}</p>`,
  html`<p id="moved" class="unseen" aria-live="assertive">${page.moved}</p>`,
  html`<p id="trouble" class="toast" role="alert" hidden=${!page.trouble}>${page.trouble}</p>`,
];

const panels = () => [
  channels(),
  h(Chat, {}),
  h(Members, {}),
  tabs(),
  h(Shop, {}),
  h(Timeline, {}),
  h(Server, {}),
];

function dialogs() {
  const member = [...view().members, ...(page.found?.members ?? [])].find(({ id }) => id === page.profile);
  // A profile whose member has left stays closed, even if they come back.
  if (!member) page.profile = undefined;
  return [
    member && h(Profile, { key: member.id, member }),
    page.form && h(Form, { key: page.form.id, ...page.form }),
    page.isJoining && h(Newcomer, {}),
  ];
}
