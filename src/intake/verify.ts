import { Webhook } from 'standardwebhooks';

/** The headers of the Standard Webhooks scheme. */
export interface SignatureHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** Tells whether a delivery was signed with our secret within the last five minutes. */
export type Verify = (body: Buffer, headers: SignatureHeaders) => boolean;

/**
 * Makes the check for a secret. A `whsec_` secret is base64 behind its prefix; any other one is taken as the
 * bytes it is made of. The comparison takes constant time and is over the raw bytes of the body.
 * @see https://www.standardwebhooks.com
 */
export function createVerify(secret: string): Verify {
  const webhook = secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
  return (body, headers) => {
    try {
      webhook.verify(body, { ...headers }, { jsonParse: false });
      return true;
    } catch {
      return false;
    }
  };
}
