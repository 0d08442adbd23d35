import { unreadable } from '../commerce-client/faults.ts';
import type { CommerceProbe, KeyStanding } from '../commerce-client/probe.ts';
import { judgeClock } from './clock.ts';
import { type Check, failed, type Judged, ok, warning } from './finding.ts';
import { type DeliveryDeps, testDelivery } from './test-delivery.ts';

export type ServiceDeps = DeliveryDeps & {
  readonly probe: CommerceProbe;
  /** All URLs under which our intake may be registered, including the public one. */
  readonly intakeUrls: readonly string[];
};

/** Lists the checks of the connection between the Commerce Service and this process, in both directions. */
export function serviceChecks(deps: ServiceDeps): readonly Check[] {
  let asked: Promise<KeyStanding> | undefined;
  const readKey = (signal: AbortSignal) => {
    asked ??= deps.probe.readKey(signal);
    return asked;
  };
  return [
    { name: 'webhook', run: async (signal) => [await checkWebhook(deps, signal)] },
    { name: 'delivery', run: async (signal) => [await testDelivery(deps, signal)] },
    { name: 'key', run: async (signal) => [judgeKey(await readKey(signal))] },
    {
      name: 'service clock',
      run: async (signal) => [judgeClock((await readKey(signal)).at, deps.clock.now())],
    },
  ];
}

async function checkWebhook(
  { probe, intakeUrl: url, intakeUrls }: ServiceDeps,
  signal: AbortSignal,
): Promise<Judged> {
  const webhooks = await probe.listWebhooks(signal);
  if (webhooks === 'unaskable') return warning({ code: 'SERVICE_UNASKABLE' });
  const ours = webhooks.items.filter((webhook) => intakeUrls.includes(webhook.url));
  if (ours.some(({ enabled }) => enabled)) return ok({ code: 'WEBHOOK_REGISTERED', url });
  if (ours.length === 0 && webhooks.skipped > 0) throw unreadable();
  return failed({ code: ours.length > 0 ? 'WEBHOOK_DISABLED' : 'WEBHOOK_MISSING', url });
}

function judgeKey({ isKnown, mayRead, mayWrite }: KeyStanding): Judged {
  if (!isKnown) return failed({ code: 'KEY_REFUSED' });
  if (!mayRead) return failed({ code: 'KEY_CANT_READ' });
  return mayWrite ? ok({ code: 'KEY_TAKEN' }) : failed({ code: 'KEY_CANT_WRITE' });
}
