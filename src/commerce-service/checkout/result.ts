import { html, type SafeHtml } from '@remix-run/html-template';
import type { Static } from 'typebox';
import type { Words } from '../../i18n/index.ts';
import { messageIn } from '../../i18n/translated-error.ts';
import { type ChatCard, chatCard } from '../chat/card.ts';
import type { JoinedEntry } from '../entries/schema.ts';
import type { Membership } from '../memberships/schema.ts';
import type { PlanRow } from '../plans/schema.ts';
import { dateInWords } from './dates.ts';
import { layout } from './layout.ts';
import { titleOf } from './words.ts';

/** Renders the page for a visitor who has just joined a list, or had joined it before. */
export function joinedPage(words: Words, plan: PlanRow, entry: Static<typeof JoinedEntry>): SafeHtml {
  const { joined } = words.pages.checkout.list;
  const title = titleOf(words, plan);
  return layout(
    words,
    `${title} · ${joined.title}`,
    html`<main class="done"><section class="card" role="status">
<div class="tick" aria-hidden="true"></div>
<h1>${plan.releaseMethod === 'raffle' ? joined.raffle : joined.waitlist}</h1>
<p class="text">${joined.next[entry.status]}</p>
<dl><div><dt>${joined.plan}</dt><dd>${title}</dd></div>
<div><dt>${words.pages.shared.email}</dt><dd>${entry.email}</dd></div>
${entry.id === null ? '' : html`<div><dt>${joined.entry}</dt><dd><code>${entry.id}</code></dd></div>`}</dl>
<p class="soft">${joined.once}</p>
</section></main>`,
  );
}

/** @param isTyped whether the address was only typed, and can be proven */
export function resultPage(
  words: Words,
  plan: PlanRow,
  membership: Membership,
  { isTyped, chat }: { readonly isTyped: boolean; readonly chat: ChatCard | undefined },
): SafeHtml {
  const { result } = words.pages.checkout;
  const { manage_url, email, community_chat } = membership;
  const title = titleOf(words, plan);
  return layout(
    words,
    `${title} · ${result.title}`,
    html`<main class="done"><section class="card" role="status">
<div class="tick" aria-hidden="true"></div>
<h1>${result.heading}</h1>
<p class="text">${chat && !community_chat ? result.connect(title) : result.done(title)}</p>
<dl>${receipt(words, membership).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="text"><a href="${manage_url}">${result.manage}</a></p>
${isTyped ? html`<p class="soft">${result.onlyHere(`${manage_url}?sign_in`, email)}</p>` : ''}
</section>
${chat ? html`<section class="card" aria-label="${words.pages.shared.chatAccount}">${chatCard(words, chat)}</section>` : ''}
</main>`,
  );
}

type Row = readonly [name: string, value: string | SafeHtml];

function receipt({ locale, pages }: Words, membership: Membership): readonly Row[] {
  const { shared } = pages;
  const { result } = pages.checkout;
  const { renewal_period_end, expires_at, community_chat, quantity, status } = membership;
  const next = status === 'trialing' ? result.trialEnds : result.renewsOn;
  const row = (name: string, value: string | SafeHtml): readonly Row[] => [[name, value]];
  return [
    ...row(result.status, shared.statuses[status]),
    ...row(shared.email, membership.email),
    ...(quantity > 1 ? row(shared.quantity, String(quantity)) : []),
    ...(community_chat ? row(result.communityChat, community_chat.username ?? community_chat.id) : []),
    ...(renewal_period_end === null ? [] : row(next, dateInWords(locale, renewal_period_end))),
    ...(expires_at === null ? [] : row(result.ends, dateInWords(locale, expires_at))),
    ...row(shared.licenseKey, html`<code>${membership.license_key}</code>`),
    ...row(shared.membership, html`<code>${membership.id}</code>`),
  ];
}

const messagePage = (
  words: Words,
  { title, advice }: { readonly title: string; readonly advice: string },
  message: string,
): SafeHtml =>
  layout(
    words,
    title,
    html`<main class="done"><section class="card">
<h1>${title}</h1>
<p class="text">${message}</p>
<p class="soft">${advice}</p>
</section></main>`,
  );

/** Renders the page that says why a link leads to no checkout: to no plan, from another website, or not right now. */
export const noCheckoutPage = (words: Words, kind: 'nothing' | 'foreign' | 'later', error: Error): SafeHtml =>
  messagePage(words, words.pages.checkout[kind], messageIn(words, error));

/** Renders the page for an internal error. */
export function faultPage(words: Words, requestId: string): SafeHtml {
  const { fault } = words.pages.checkout;
  return messagePage(words, fault, fault.text(requestId));
}
