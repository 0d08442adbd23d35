import { createAct } from './act.js';
import { showChannels } from './channels.js';
import { openComposer } from './composer.js';
import { openCrowd } from './crowd.js';
import { announce, find } from './dom.js';
import { watch } from './live.js';
import { showMembers } from './members.js';
import { showMessages } from './messages.js';
import { showActivity } from './panels/activity.js';
import { openJourneys } from './panels/journeys.js';
import { openServer } from './panels/server.js';
import { openShop } from './panels/shop.js';
import { openPersona } from './persona.js';
import { showProfile } from './profile.js';
import { openTabs } from './tabs.js';

let view;
let connect;

/** The chosen member and channel, stored for the lifetime of the tab. */
const seat = JSON.parse(sessionStorage.getItem('seat') ?? '{}');

/** Switches to another member, another channel, or both. */
function sit(change) {
  Object.assign(seat, change);
  sessionStorage.setItem('seat', JSON.stringify(seat));
  connect(seat);
}

const tabs = openTabs();
const act = createAct({ view: () => view, sit, tabs });
const persona = openPersona(act);
const composer = openComposer(act);
const server = openServer(act);
const shop = openShop(act);
const journeys = openJourneys();
const crowd = openCrowd((shown) => {
  showMembers(shown, act);
  showProfile(shown, act);
});

function show(next) {
  const isOther = view?.channel?.id !== next.channel?.id || view?.you?.id !== next.you?.id;
  view = next;
  document.title = `${view.channel ? `${titleOf(view)} · ` : ''}${view.name}`;
  find('#guild-name').textContent = view.name;
  find('#summary').textContent = summary(view);
  persona(view);
  showChannels(view, act);
  showMessages(view, act, isOther);
  composer(view, isOther);
  crowd(view);
  server(view);
  shop(view);
  journeys(view);
  showActivity(view, announce);
  // Keep the member that the server chose, so that a later view doesn't switch to another.
  if (view.you && seat.as !== view.you.id) sit({ as: view.you.id });
}

const titleOf = ({ channel, bot }) => (channel.isDirect ? bot.name : `#${channel.name}`);

function summary({ memberCount, bot }) {
  const people = `${memberCount} ${memberCount === 1 ? 'member' : 'members'}`;
  return `${people} · ${bot.online ? `${bot.name} is watching` : `${bot.name} is offline`}`;
}

connect = watch(show);
connect(seat);
