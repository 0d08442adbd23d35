import { counter, spell } from '../format.ts';
import { block, code, type Markdown, md, moment } from '../markdown.ts';

const count = counter('en');

interface Delivery {
  readonly status: string;
  readonly event: string | null;
  readonly attempts: number;
  readonly at: Date | null;
  readonly statusCode: number | null;
  readonly fault: string | null;
}

export const webhooks = {
  description: 'Where the Commerce Service tells what happens',
  list: 'Lists the webhooks, and whether ours is there, enabled and told anything',
  register: 'Registers a webhook: ours, unless another address is given',
  rotate: 'Gives a webhook a new secret, after asking',
  url: 'The address; ours when left out',
  which: 'Which one',
  titles: {
    list: 'Webhooks',
    registered: 'Webhook registered',
    known: 'It is registered already',
    unregistered: 'Nothing was registered',
    rotate: 'Give this webhook a new secret?',
    rotated: 'It has a new secret',
    gone: 'There is no such webhook',
  },
  oursThere: md`✅ Ours is there and enabled.`,
  oursDisabled: md`⚠️ Ours is there, but switched off. Switch it on in the Commerce Service.`,
  oursMissing: (url: string): Markdown =>
    md`⚠️ Ours is missing: ${code(url)}. ${'/webhooks register'} makes it.`,
  nothingCame: md`Nothing has come from the Commerce Service yet, or not for a month.`,
  lastCame: (at: Date): Markdown => md`The last delivery came ${moment(at, 'relative')}.`,
  lastDelivery({ status, event, attempts, at, statusCode, fault }: Delivery): Markdown {
    const when = at ? md` ${moment(at, 'relative')}` : md``;
    const answer = statusCode === null ? fault : `answered with ${statusCode}`;
    const tried = `${count(attempts, 'attempt', 'attempts')}${answer ? `, ${answer}` : ''}`;
    return md`-# The service says of its last one: ${event ?? 'an event'} ${spell(status)}${when} (${tried})`;
  },
  line: (url: string, id: string, isOurs: boolean): Markdown =>
    md`${code(url)} · ${code(id)}${isOurs ? md` (ours)` : md``}`,
  /** @param events number of events it is subscribed to; 0 for all */
  state(isEnabled: boolean, disabledReason: string | null, events: number): Markdown {
    const told =
      events === 0 ? 'told everything' : `told ${count(events, 'kind of event', 'kinds of events')}`;
    if (isEnabled) return md`-# enabled, ${told}`;
    return md`-# switched off${disabledReason ? `: ${disabledReason}` : ''}, ${told}`;
  },
  noUrl: (typed: string): Markdown => md`“${typed}” is no address. Write one that starts with ${'https://'}.`,
  rotateInstead: md`Its secret is shown only when it is made. ${'/webhooks rotate'} gives it a new one.`,
  secretIs: md`This signs what it is told:`,
  secret: (secret: string) => block(secret),
  secretThere: md`The service keeps its secret to itself. Look for it in its dashboard.`,
  setNew: md`An operator has to set ${code('COMMERCE_WEBHOOK_SECRET')} to it and restart Rolekeeper.`,
  setBoth: md`An operator has to set ${code('COMMERCE_WEBHOOK_SECRET')} to it, a comma and the old one, and restart Rolekeeper. Until then deliveries may be refused.`,
  setThere: md`Whoever receives these deliveries has to be given it.`,
  onlyOnce: 'Only you see this, and only now.',
  willRotate: md`What it receives is signed with the new secret from then on. Whoever receives it has to know it.`,
  willRotateOurs: md`This one is ours: an operator has to set ${code('COMMERCE_WEBHOOK_SECRET')} afterwards and restart Rolekeeper. Until then deliveries may be refused; what is missed, the next comparison finds.`,
  rotateIt: 'New secret',
  noSuch: md`${'/webhooks list'} shows what there is.`,
};
