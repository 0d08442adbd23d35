import { ask, tell } from '../api.js';
import { button, find, keep, make } from '../dom.js';
import { safeUrl } from '../markdown/inline.js';

/** Polling interval in milliseconds, so that plans created over the API appear. */
const INTERVAL = 10_000;

/** Opens the shop: the plans for sale, and the chosen member's memberships. */
export function openShop(act) {
  let timer;
  let state;
  let seen;
  let shopper;
  let asked = 0;
  const refresh = async () => {
    clearTimeout(timer);
    asked += 1;
    const mine = asked;
    const { you } = act.view();
    if (you) {
      const found = await ask('GET', `/shop?${new URLSearchParams({ as: you.id })}`).catch(() => undefined);
      // Ignore an overtaken answer: it may be for a member chosen before.
      if (mine !== asked) return;
      state = found;
      show(state, act, refresh);
    }
    timer = setTimeout(refresh, INTERVAL);
  };
  return ({ you, activity }) => {
    find('#shopper').textContent = you?.name ?? 'somebody';
    const print = `${you?.id} ${activity[0]?.id}`;
    if (print === seen) return;
    seen = print;
    // All members see the same plans, so show them at once, but without the previous member's memberships.
    if (you && state && shopper !== you.id)
      show({ ...state, memberships: state.memberships && [] }, act, refresh);
    shopper = you?.id;
    void refresh();
  };
}

function show(shop, act, refresh) {
  const { you } = act.view();
  // Include only the fields that are shown, so that a new role doesn't replace a button while it is pressed.
  const customer = you && { id: you.id, name: you.name, username: you.username };
  const canBuy = shop?.memberships !== null;
  const shelves = (shop?.products ?? []).map((product) => ({ ...product, customer, canBuy }));
  const closed = { product: shop ? 'Nothing is for sale yet.' : 'The shop can’t be reached right now.' };
  keep(find('#plans'), shelves.length > 0 ? shelves : [closed], {
    key: ({ product }) => product,
    build: ({ product, plans, canBuy: mayBuy }) =>
      plans
        ? make(
            'section',
            {},
            make('h2', {}, product),
            make(
              'ul',
              { className: 'plans' },
              plans.map((plan) => toPlan(plan, mayBuy, act, refresh)),
            ),
          )
        : make('p', { className: 'quiet' }, product),
  });
  const memberships = shop?.memberships ?? [];
  keep(find('#memberships'), memberships.length > 0 ? [{ customer, memberships }] : [], {
    key: () => 'memberships',
    build: () =>
      make(
        'section',
        {},
        make('h2', {}, `Memberships of ${you.name}`),
        make(
          'ul',
          { className: 'bought' },
          memberships.map((each) => toMembership(each, act, refresh)),
        ),
      ),
  });
}

function toPlan({ id, name, price, url }, mayBuy, act, refresh) {
  const { you } = act.view();
  const buy = button(
    'Buy',
    async () => {
      buy.disabled = true;
      await tell('POST', '/shop/purchases', { as: act.view().you.id, plan: id });
      buy.disabled = false;
      await refresh();
      if (document.activeElement === document.body) buy.focus();
    },
    { ariaLabel: `Buy ${name} as ${you.name}`, dataset: { key: `buy-${id}` } },
  );
  return make(
    'li',
    { className: 'plan' },
    make('div', {}, make('p', { className: 'plan-name' }, name), make('p', { className: 'quiet' }, price)),
    make(
      'div',
      { className: 'buttons' },
      mayBuy && buy,
      make(
        'a',
        {
          className: mayBuy ? 'text' : 'button',
          href: checkoutUrl(url, you),
          target: '_blank',
          rel: 'noopener',
          ariaLabel: `Open the checkout of ${name} as ${you.name}`,
        },
        'Checkout ↗',
      ),
    ),
  );
}

function checkoutUrl(base, { id, username }) {
  const href = safeUrl(base);
  // Only open http(s) URLs: others could run code.
  if (!href) return '#';
  const url = new URL(href);
  url.searchParams.set('community_chat_id', id);
  url.searchParams.set('username', username);
  return url.href;
}

function toMembership(membership, act, refresh) {
  const { id, plan, status, valid, until, renews } = membership;
  const deed = (text, name, method, path, body = {}) =>
    button(
      text,
      async () => {
        await tell(method, `/shop/memberships/${id}/${path}`, { as: act.view().you.id, ...body });
        await refresh();
      },
      { className: 'secondary', ariaLabel: name, dataset: { key: `${path}-${id}` } },
    );
  return make(
    'li',
    { className: valid ? 'is-valid' : '' },
    make(
      'div',
      {},
      make('p', {}, plan),
      make('p', { className: 'quiet', title: id }, `${status.replaceAll('_', ' ')}${prospect(membership)}`),
    ),
    make(
      'div',
      { className: 'buttons' },
      until !== null && deed('Let time pass', `Let time pass for ${plan}`, 'POST', 'let-time-pass'),
      renews === true && deed('Don’t renew', `Don’t renew ${plan}`, 'PUT', 'renews', { isOn: false }),
      renews === false && deed('Renew after all', `Renew ${plan} after all`, 'PUT', 'renews', { isOn: true }),
      valid && deed('Terminate', `Terminate ${plan}`, 'POST', 'terminate'),
    ),
  );
}

/** Describes the next change of the membership, if any. */
function prospect({ status, until, renews }) {
  if (until === null) return '';
  const day = new Date(until).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  if (status === 'past_due' || status === 'unresolved') return `, unpaid since ${day}`;
  return renews ? `, renews ${day}` : `, ends ${day}`;
}
