import { avatar, make, refill } from './dom.js';

/** Shows what is for sale, with links that buy it as the selected member. */
export function showShop(products, selected) {
  const shopper = selected
    ? [avatar(selected), make('span', {}, 'You are ', make('strong', {}, selected.name))]
    : [];
  document.querySelector('#shopper').replaceChildren(...shopper);
  const shelves = (products ?? []).map(({ product, plans }) =>
    make(
      'section',
      {},
      make('h3', {}, product),
      make('ul', { className: 'plans' }, ...plans.map(toPlan(selected))),
    ),
  );
  refill(document.querySelector('#shop'), ...(shelves.length > 0 ? shelves : [closed(products)]));
}

function closed(products) {
  const words = products ? 'Nothing is for sale yet.' : 'The shop can’t be reached right now.';
  return make('p', { className: 'empty quiet' }, words);
}

const toPlan = (selected) => (plan) =>
  make(
    'li',
    {},
    make('span', { className: 'plan' }, plan.name),
    make('span', { className: 'price' }, plan.price),
    selected
      ? make(
          'a',
          {
            className: 'button',
            href: checkoutUrl(plan.url, selected),
            target: '_blank',
            rel: 'noopener',
            dataset: { key: `buy-${plan.url}` },
          },
          `Buy as ${selected.name}`,
        )
      : make('span', { className: 'quiet' }, 'Choose a member first'),
  );

function checkoutUrl(base, member) {
  const url = new URL(base, location.href);
  // A plan is sold over the web; anything else would be run by the browser, not opened.
  if (!/^https?:$/.test(url.protocol)) return '';
  url.searchParams.set('community_chat_id', member.id);
  url.searchParams.set('username', member.username);
  return url.href;
}
