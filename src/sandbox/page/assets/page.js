import { showActivity } from './activity.js';
import { make, pill, refill } from './dom.js';
import { showAway, showMembers } from './members.js';
import { showShop } from './shop.js';

/** How often the shop is looked at again: a plan made over the API appears by itself. */
const SHOP_INTERVAL = 10_000;

let view;
let products = [];
let selectedId;

const act = {
  select(id) {
    selectedId = id;
    show();
  },
  leave: (id) => post(`/sandbox/members/${id}/leave`),
  comeBack: (id) => post(`/sandbox/members/${id}/return`),
};

function show() {
  if (!view) return;
  const people = view.members.filter(({ bot }) => !bot);
  const selected = select(people);
  document.querySelector('#guild-name').textContent = view.name;
  document.querySelector('#summary').textContent = summary(people.length);
  showMembers(view, selected, act);
  showAway(view, act);
  showShop(products, selected);
  showActivity(view);
  showRoles();
}

/** Who is acted as: at first, and after they left, somebody who has nothing yet. */
function select(people) {
  const selected =
    people.find(({ id }) => id === selectedId) ?? people.find(({ roles }) => roles.length === 0) ?? people[0];
  selectedId = selected?.id;
  return selected;
}

function summary(count) {
  const bot = view.bot.online ? `${view.bot.name} is watching` : `${view.bot.name} is offline`;
  return `${count} ${count === 1 ? 'member' : 'members'} · ${bot}`;
}

function showRoles() {
  const note = (role) => {
    if (role.isBots) return 'the bot’s own';
    if (role.managed) return 'managed by the platform';
    return role.canBeGiven ? 'the bot can give it' : 'above the bot';
  };
  const rows = view.roles.map((role) =>
    make(
      'li',
      { className: role.isBots ? 'is-bots' : '' },
      pill(role),
      make('span', { className: 'quiet' }, note(role)),
    ),
  );
  refill(document.querySelector('#roles'), ...rows);
}

async function post(path, body) {
  const trouble = document.querySelector('#trouble');
  trouble.hidden = true;
  try {
    const answer = await fetch(path, {
      method: 'POST',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (answer.ok) return true;
    const { error } = await answer.json();
    throw new Error(error.message);
  } catch (error) {
    trouble.textContent = error instanceof Error ? error.message : 'That did not work.';
    trouble.hidden = false;
    return false;
  }
}

async function refreshShop() {
  try {
    const answer = await fetch('/sandbox/shop');
    products = answer.ok ? await answer.json() : undefined;
  } catch {
    products = undefined;
  }
  show();
}

function connect() {
  const badge = document.querySelector('#connection');
  const say = (isLive) => {
    badge.textContent = isLive ? 'Live' : 'Reconnecting…';
    badge.classList.toggle('is-live', isLive);
  };
  const events = new EventSource('/sandbox/live');
  events.addEventListener('message', ({ data }) => {
    view = JSON.parse(data);
    say(true);
    show();
  });
  events.addEventListener('error', () => say(false));
}

document.querySelector('#join').addEventListener('submit', async (event) => {
  event.preventDefault();
  const input = document.querySelector('#join-name');
  if (await post('/sandbox/members', { name: input.value })) input.value = '';
});
connect();
await refreshShop();
setInterval(refreshShop, SHOP_INTERVAL);
