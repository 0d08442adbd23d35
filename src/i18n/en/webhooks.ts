import { counter, spell, textOf } from '../format.ts';
import { block, code, type Markdown, md, moment } from '../markdown.ts';

const count = counter('en');

const deliveryStates = {
  delivered: 'delivered',
  pending: 'pending',
  failed: 'failed',
  dropped: 'dropped',
};
export type DeliveryState = keyof typeof deliveryStates;

interface Delivery {
  readonly status: string;
  readonly event: string | null;
  readonly attempts: number;
  readonly at: Date | null;
  readonly statusCode: number | null;
  readonly fault: string | null;
}

export const webhooks = {
  description: 'Shows and changes where the Commerce Service sends events',
  list: 'Lists the webhooks, and shows whether ours exists, is enabled and receives events',
  register: 'Registers a webhook: ours, unless you give another address',
  rotate: 'Gives a webhook a new secret, after asking for confirmation',
  url: 'The address; leave out for ours',
  which: 'The webhook',
  titles: {
    list: 'Webhooks',
    registered: 'Webhook registered',
    known: 'Webhook already registered',
    unregistered: 'No webhook was registered',
    rotate: 'Give this webhook a new secret?',
    rotated: 'The webhook has a new secret',
    gone: 'This webhook doesn’t exist',
  },
  oursThere: md`✅ Our webhook exists and is enabled.`,
  oursDisabled: md`⚠️ Our webhook is disabled. Enable it in the Commerce Service.`,
  oursMissing: (url: string): Markdown =>
    md`⚠️ Our webhook is missing: ${code(url)}. Register it with ${'/webhooks register'}.`,
  nothingCame: md`No delivery has arrived from the Commerce Service yet, or none for a month.`,
  lastCame: (at: Date): Markdown => md`The last delivery arrived ${moment(at, 'relative')}.`,
  lastDelivery({ status, event, attempts, at, statusCode, fault }: Delivery): Markdown {
    const when = at ? md` ${moment(at, 'relative')}` : md``;
    const answer = statusCode === null ? fault : `answered with ${statusCode}`;
    const tried = `${count(attempts, 'attempt', 'attempts')}${answer ? `, ${answer}` : ''}`;
    return md`-# Its last delivery, according to the service: ${event ?? 'an event'} ${textOf(deliveryStates, status) ?? spell(status)}${when} (${tried})`;
  },
  line: (url: string, id: string, isOurs: boolean): Markdown =>
    md`${code(url)} · ${code(id)}${isOurs ? md` (ours)` : md``}`,
  /** @param events number of events it is subscribed to; 0 for all */
  state(isEnabled: boolean, disabledReason: string | null, events: number): Markdown {
    const told = events === 0 ? 'all events' : `${count(events, 'kind of event', 'kinds of events')}`;
    if (isEnabled) return md`-# enabled, ${told}`;
    return md`-# disabled${disabledReason ? `: ${disabledReason}` : ''}, ${told}`;
  },
  noUrl: (typed: string): Markdown =>
    md`“${typed}” isn’t an address. Enter one that starts with ${'https://'}.`,
  rotateInstead: md`Its secret is shown only once, when it is created. To get a new one, use ${'/webhooks rotate'}.`,
  secretIs: md`Its deliveries are signed with this secret:`,
  secret: (secret: string) => block(secret),
  secretThere: md`The service didn’t return the secret. Look for it in its dashboard.`,
  setNew: md`An operator must set ${code('COMMERCE_WEBHOOK_SECRET')} to it and restart Rolekeeper.`,
  setBoth: md`An operator must set ${code('COMMERCE_WEBHOOK_SECRET')} to the new secret, a comma and the old one, and restart Rolekeeper. Until then deliveries may be refused.`,
  setThere: md`Give it to the receiver of these deliveries.`,
  onlyOnce: 'Only you can see this, and only now.',
  willRotate: md`From then on, its deliveries are signed with the new secret. Their receiver needs it.`,
  willRotateOurs: md`This webhook is ours: afterwards, an operator must set ${code('COMMERCE_WEBHOOK_SECRET')} and restart Rolekeeper. Until then, deliveries may be refused. The next sweep finds what was missed.`,
  rotateIt: 'New secret',
  noSuch: md`${'/webhooks list'} shows all webhooks.`,
};
