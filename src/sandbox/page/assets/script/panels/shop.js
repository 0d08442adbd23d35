/** @import { ShopMembership, ShopPlan } from '../../../storefront.ts' */
/** @import { Shelves } from '../types.ts' */
import { here } from '../act.js';
import { ask, tell } from '../api.js';
import { safeUrl } from '../markdown/url.js';
import { usePolled } from '../polled.js';
import { focusOn, html, useState } from '../preact.js';
import { page, update, view } from '../store.js';

/** Polling interval in milliseconds, so that plans created over the API appear. */
const INTERVAL = 10_000;

/** Renders the plans for sale, and the chosen member's memberships. */
export function Shop() {
  const { you, activity } = view();
  const [buying, setBuying] = useState('');
  /** @type {() => Promise<Shelves | null>} */
  const load = async () => {
    const { as } = here();
    /** @type {Omit<Shelves, 'as'> | null} */
    const found = await ask('GET', `/shop?as=${as}`).catch(() => null);
    return found && { ...found, as };
  };
  const keys = [you?.id, activity[0]?.id];
  const refresh = usePolled(load, (shop) => update({ shop }), keys, { interval: INTERVAL });
  /** @param {string} plan */
  const buy = async (plan) => {
    const button = document.activeElement;
    setBuying(plan);
    await tell('POST', '/shop/purchases', { as: here().as, plan });
    setBuying('');
    await refresh();
    if (document.activeElement === document.body) focusOn(button);
  };
  /** @param {string} method @param {string} path @param {object} body */
  const change = async (method, path, body) => {
    await tell(method, `/shop/memberships/${path}`, { as: here().as, ...body });
    await refresh();
  };
  const { shop } = page;
  // All members see the same plans, but not the previous member's memberships.
  const memberships = shop?.as === you?.id ? (shop?.memberships ?? []) : [];
  const mayBuy = shop?.memberships !== null;
  return html`<section id="shop" class="panel" role="tabpanel" aria-labelledby="tab-shop" tabindex="-1">
    <p class="intro">Buy as <strong id="shopper">${you?.name ?? 'somebody'}</strong>, and watch the role arrive.</p>
    <div id="plans">
      ${shop?.products.map(
        ({ product, plans }) => html`<section key=${product}>
          <h2>${product}</h2>
          <ul class="plans">${plans.map((plan) => toPlan(plan, mayBuy, buying === plan.id, buy))}</ul>
        </section>`,
      )}
      ${shop?.products.length === 0 && html`<p class="quiet">Nothing is for sale yet.</p>`}
      ${shop === null && html`<p class="quiet">The shop can’t be reached right now.</p>`}
    </div>
    <div id="memberships">
      ${
        memberships.length > 0 &&
        html`<section>
          <h2>${`Memberships of ${you?.name}`}</h2>
          <ul class="bought">${memberships.map((each) => toMembership(each, change))}</ul>
        </section>`
      }
    </div>
    <p class="quiet">You can find mail from the shop to buyers in the <a href="/sandbox/mail">mailbox</a>.</p>
  </section>`;
}

/** @param {ShopPlan} plan @param {boolean} mayBuy @param {boolean} isBuying @param {(plan: string) => void} buy */
function toPlan({ id, name, price, url }, mayBuy, isBuying, buy) {
  const who = view().you?.name;
  return html`<li class="plan" key=${id}>
    <div><p class="plan-name">${name}</p><p class="quiet">${price}</p></div>
    <div class="buttons">
      ${
        mayBuy &&
        html`<button type="button" aria-label=${`Buy ${name} as ${who}`} disabled=${isBuying} data-key=${`buy-${id}`}
          onClick=${() => buy(id)}>Buy</button>`
      }
      <a class=${mayBuy ? 'text' : 'button'} href=${checkoutUrl(url)} target="_blank" rel="noopener"
        aria-label=${`Open the checkout of ${name} as ${who}`}>Checkout ↗</a>
    </div>
  </li>`;
}

/** @param {string} base */
function checkoutUrl(base) {
  const href = safeUrl(base);
  // Only open http(s) URLs: others could run code.
  if (!href) return '#';
  const { id = '', username = '' } = view().you ?? {};
  const url = new URL(href);
  url.searchParams.set('community_chat_id', id);
  url.searchParams.set('username', username);
  return url.href;
}

/** @param {ShopMembership} membership @param {(method: string, path: string, body: object) => void} change */
function toMembership(membership, change) {
  const { id, plan, status, valid, until, renews } = membership;
  /** @param {string} text @param {string} name @param {string} method @param {string} path */
  const deed = (
    text,
    name,
    method,
    path,
    body = {},
  ) => html`<button type="button" class="secondary" aria-label=${name}
    key=${path} data-key=${`${path}-${id}`} onClick=${() => change(method, `${id}/${path}`, body)}>${text}</button>`;
  return html`<li class=${valid ? 'is-valid' : ''} key=${id}>
    <div>
      <p>${plan}</p>
      <p class="quiet" title=${id}>${status.replaceAll('_', ' ')}${prospect(membership)}</p>
    </div>
    <div class="buttons">
      ${until !== null && deed('Let time pass', `Let time pass for ${plan}`, 'POST', 'let-time-pass')}
      ${renews === true && deed('Don’t renew', `Don’t renew ${plan}`, 'PUT', 'renews', { isOn: false })}
      ${renews === false && deed('Renew after all', `Renew ${plan} after all`, 'PUT', 'renews', { isOn: true })}
      ${valid && deed('Terminate', `Terminate ${plan}`, 'POST', 'terminate')}
    </div>
  </li>`;
}

/** Describes the next change of the membership, if any. @param {ShopMembership} membership */
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
