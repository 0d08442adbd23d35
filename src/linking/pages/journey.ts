import { html, type SafeHtml } from '@remix-run/html-template';
import { identity } from '../../pages/identity.ts';
import { ONWARD, onward } from '../../pages/onward.ts';
import { buttonForm, page } from './frame.ts';

/** Where the pages are, from the root of the host; and what shows that a form is of one of them. */
export interface Place {
  readonly base: string;
  readonly proof: string;
}

/** What the start says. */
export interface Start {
  /** What people call the chat platform. */
  readonly platform: string;
  /** Whether members are asked to allow that they are added to the server. */
  readonly letsIn: boolean;
  /** The chat account that asked, if that is known. */
  readonly expectedUserId: string | undefined;
}

/** Where everybody begins. */
export const startPage = (base: string, { platform, letsIn, expectedUserId }: Start): SafeHtml =>
  page(
    'Link your accounts',
    html`<h1>Link your purchases to your chat account</h1>
<p class="soft">The roles that you have paid for then come to you by themselves, now and with every later purchase.</p>
<ol class="plan">
<li>Sign in with ${platform}: your chat account.</li>
<li>Sign in with the e-mail address that you bought with.</li>
<li>Look at both, and confirm.</li>
</ol>
${buttonForm(`${base}/begin`, expectedUserId === undefined ? {} : { for: expectedUserId }, `Continue with ${platform}`)}
${letsIn ? html`<p class="hint">If you aren’t in the server where your purchases give you a role, you are added to it.</p>` : ''}
<p class="hint">Nothing is linked before you confirm. Rolekeeper never sees a password, and can neither buy nor write anything in your name.</p>`,
    1,
  );

/** They are sent to the provider. */
export const onwardPage = (location: string): SafeHtml => page(ONWARD, onward(location));

/** Their answer is being looked at already. */
export const busyPage = (): SafeHtml =>
  page(
    'One moment',
    html`<h1>One moment</h1>
<p class="soft" role="status">We are looking at your answer. This page goes on by itself.</p>`,
  );

/** They have shown their chat account; the purchases are next. */
export const purchasesPage = ({ base, proof }: Place, chatName: string): SafeHtml =>
  page(
    'Your purchases',
    html`<h1>Now your purchases</h1>
${identity('Your chat account', chatName)}
<p class="soft">Sign in with the e-mail address that you bought with, to show that the purchases are yours.</p>
${buttonForm(`${base}/commerce`, { proof }, 'Sign in where you bought')}
${buttonForm(`${base}/cancel`, { proof }, 'Not you, or not now? Stop here', 'plain')}`,
    2,
  );

/** Shows both accounts and asks once. @param moves whether the purchases are another chat account's now */
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
${moves ? html`<p class="notice">These purchases are linked to another chat account now. It loses their roles, and this one gets them.</p>` : ''}
<div class="actions">
${buttonForm(`${base}/confirm`, { proof }, 'Link them')}
${buttonForm(`${base}/cancel`, { proof }, 'Don’t link', 'quiet')}
</div>
<p class="hint">Only confirm if both are yours: the roles of these purchases go to this chat account, and nowhere else.</p>`,
    3,
  );
