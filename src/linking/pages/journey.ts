import { html, type SafeHtml } from '@remix-run/html-template';
import { identity } from '../../pages/identity.ts';
import { ONWARD, onward } from '../../pages/onward.ts';
import { buttonForm, page } from './frame.ts';

/** `base` is the path of the start page, `proof` the token that shows that a form is from one of our pages. */
export interface Place {
  readonly base: string;
  readonly proof: string;
}

export interface Start {
  readonly platform: string;
  /** Whether we ask members for permission to add them to the server. */
  readonly letsIn: boolean;
  /** Chat account that asked for the link, if known. */
  readonly expectedUserId: string | undefined;
}

export const startPage = (base: string, { platform, letsIn, expectedUserId }: Start): SafeHtml =>
  page(
    'Link your accounts',
    html`<h1>Link your purchases to your chat account</h1>
<p class="soft">You then get the roles you have paid for automatically, now and with every later purchase.</p>
<ol class="plan">
<li>Sign in to your chat account with ${platform}.</li>
<li>Sign in with the e-mail address you bought with.</li>
<li>Check both accounts and confirm.</li>
</ol>
${buttonForm(`${base}/begin`, expectedUserId === undefined ? {} : { for: expectedUserId }, `Continue with ${platform}`)}
${letsIn ? html`<p class="hint">If you aren’t in the server where your purchases give you a role, we add you to it.</p>` : ''}
<p class="hint">Nothing is linked until you confirm. Rolekeeper never sees your passwords, and can’t buy or post anything in your name.</p>`,
    1,
  );

/** Renders the page that forwards the browser to the provider. */
export const onwardPage = (location: string): SafeHtml => page(ONWARD, onward(location));

/** Renders the page shown while an answer is already being processed. */
export const busyPage = (): SafeHtml =>
  page(
    'One moment',
    html`<h1>One moment</h1>
<p class="soft" role="status">We are checking your sign-in. This page continues automatically.</p>`,
  );

/** Renders the second step: the chat account is known, the purchases come next. */
export const purchasesPage = ({ base, proof }: Place, chatName: string): SafeHtml =>
  page(
    'Your purchases',
    html`<h1>Now your purchases</h1>
${identity('Your chat account', chatName)}
<p class="soft">Sign in with the e-mail address you bought with to confirm that the purchases are yours.</p>
${buttonForm(`${base}/commerce`, { proof }, 'Sign in where you bought')}
${buttonForm(`${base}/cancel`, { proof }, 'Not you, or not now? Stop here', 'plain')}`,
    2,
  );

/** Renders both accounts with a confirm button. @param moves whether another chat account has the purchases now */
export const confirmPage = (
  { base, proof }: Place,
  { chatName, commerceName, moves }: { chatName: string; commerceName: string; moves: boolean },
): SafeHtml =>
  page(
    'Link these accounts?',
    html`<h1>Link these two accounts?</h1>
<div class="pair">
${identity('Chat account', chatName)}
${identity('Purchases of', commerceName)}
</div>
${moves ? html`<p class="notice">These purchases are currently linked to another chat account. If you confirm, it loses their roles and this account gets them.</p>` : ''}
<div class="actions">
${buttonForm(`${base}/confirm`, { proof }, 'Link them')}
${buttonForm(`${base}/cancel`, { proof }, 'Don’t link', 'quiet')}
</div>
<p class="hint">Confirm only if both are yours. The roles for these purchases go to this chat account and no other.</p>`,
    3,
  );
