import { ask, tell } from '../api.js';
import { button, find, keep, make } from '../dom.js';
import { safeUrl } from '../markdown/inline.js';

/** How often the shop is looked at again: a plan made over the API appears by itself. In milliseconds. */
const INTERVAL = 10_000;

/** What is for sale, and what the chosen person has bought. */
export function openShop(act) {
  let timer;
  let state;
  let seen;
  const refresh = async () => {
    clearTimeout(timer);
    const { you } = act.view();
    if (you) {
      state = await ask('GET', `/shop?${new URLSearchParams({ as: you.id })}`).catch(() => undefined);
      show(state, act, refresh);
    }
    timer = setTimeout(refresh, INTERVAL);
  };
  return ({ you, activity }) => {
    find('#shopper').textContent = you?.name ?? 'somebody';
    const print = `${you?.id} ${activity[0]?.id}`;
    if (print === seen) return;
    seen = print;
    void refresh();
  };
}

function show(shop, act, refresh) {
  const { you } = act.view();
  const canBuy = shop?.memberships !== null;
  const shelves = (shop?.products ?? []).map((product) => ({ ...product, you: you.name, canBuy }));
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
  keep(find('#memberships'), memberships.length > 0 ? [{ who: you.name, memberships }] : [], {
    key: () => 'memberships',
    build: ({ who }) =>
      make(
        'section',
        {},
        make('h2', {}, `What ${who} has`),
        make(
          'ul',
          { className: 'bought' },
          memberships.map((each) => toMembership(each, you, refresh)),
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
      await tell('POST', '/shop/purchases', { as: you.id, plan: id });
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
  // A plan is sold over the web; anything else would be run by the browser, not opened.
  if (!href) return '#';
  const url = new URL(href);
  url.searchParams.set('community_chat_id', id);
  url.searchParams.set('username', username);
  return url.href;
}

const toMembership = ({ id, plan, status, valid }, you, refresh) =>
  make(
    'li',
    { className: valid ? 'is-valid' : '' },
    make(
      'div',
      {},
      make('p', {}, plan),
      make('p', { className: 'quiet', title: id }, status.replaceAll('_', ' ')),
    ),
    valid &&
      button(
        'Terminate',
        async () => {
          await tell('POST', `/shop/memberships/${id}/terminate`, { as: you.id });
          await refresh();
        },
        { className: 'secondary', ariaLabel: `Terminate ${plan}`, dataset: { key: `terminate-${id}` } },
      ),
  );
