import { Webhook } from 'standardwebhooks';

/** Returns the headers of a delivery, signed according to the Standard Webhooks specification. */
export function sign(secret: string, id: string, body: string, at: Date): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}
