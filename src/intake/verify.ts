import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';

/** How far the time of a signature may be from ours, either way, in seconds. */
const TOLERANCE = 300;

/** What a right signature says about its message. */
export interface Signed {
  /** The sender's id of the message, where that is signed too. */
  readonly id?: string;
  /** Tells this message, signed at this time, from every other one. */
  readonly fingerprint: string;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Undefined unless the delivery was signed with one of our secrets within the last, or next, five minutes. */
export type Verify = (body: Buffer, headers: Headers) => Signed | undefined;

export interface VerifyOptions {
  /** The newest first; two while one replaces the other. */
  readonly secrets: readonly string[];
  /** The header of the timestamped scheme, where a service uses it. */
  readonly signatureHeader?: string | undefined;
  readonly clock: Clock;
}

/** A signature as a header holds it, of either scheme. */
interface Claim {
  readonly id?: string;
  readonly time: string;
  /** What was signed in front of the body. */
  readonly prefix: string;
  readonly macs: readonly Buffer[];
  readonly keyOf: (secret: string) => Buffer;
}

/**
 * Makes the check of both schemes: Standard Webhooks where its signature is there, else the header that holds
 * `t=<unix>,v1=<hex>`. Over the bytes as they were sent and by our own clock, which is why it isn't left to
 * the library of the standard: that one signs text, and reads the machine's clock.
 * @see https://www.standardwebhooks.com
 */
export function createVerify({ secrets, signatureHeader, clock }: VerifyOptions): Verify {
  const timestamped = signatureHeader?.toLowerCase();
  return (body, headers) => {
    const claim =
      headers['webhook-signature'] !== undefined
        ? readStandard(headers)
        : timestamped && readTimestamped(headers[timestamped]);
    if (!claim || !isFresh(claim.time, clock)) return undefined;
    if (!secrets.some((secret) => isSignedWith(secret, claim, body))) return undefined;
    const fingerprint = createHash('sha256').update(`${claim.time}.`).update(body).digest('hex');
    return { ...(claim.id !== undefined && { id: claim.id }), fingerprint };
  };
}

function isSignedWith(secret: string, { keyOf, prefix, macs }: Claim, body: Buffer): boolean {
  const right = createHmac('sha256', keyOf(secret)).update(prefix).update(body).digest();
  return macs.some((mac) => mac.length === right.length && timingSafeEqual(mac, right));
}

const isFresh = (time: string, clock: Clock): boolean =>
  Math.abs(clock.now().getTime() / 1000 - Number(time)) <= TOLERANCE;

/** `webhook-signature: v1,<base64> v1,<base64>`: several while the sender's secret rotates. */
function readStandard(headers: Headers): Claim | undefined {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  if (!isText(id, /^[!-~]{1,256}$/) || !isTime(time) || !isText(signatures)) return undefined;
  const macs = [...signatures.matchAll(/(?<=^| )v1,(\S+)/g)].map(([, mac = '']) =>
    Buffer.from(mac, 'base64'),
  );
  // A whsec_ secret holds its key in Base64; any other one is its own key, prefix and all.
  const keyOf = (secret: string) =>
    secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  return { id, time, prefix: `${id}.${time}.`, macs, keyOf };
}

/** The id of a message isn't signed in this scheme: whatever header names one proves nothing. */
function readTimestamped(header: Headers[string]): Claim | undefined {
  if (!isText(header)) return undefined;
  const parts = header.split(',').map((part) => part.trim());
  const time = parts.find((part) => part.startsWith('t='))?.slice(2);
  if (!isTime(time)) return undefined;
  const macs = parts.filter((part) => /^v1=[0-9a-f]{64}$/i.test(part)).map((part) => part.slice(3));
  return { time, prefix: `${time}.`, macs: macs.map((mac) => Buffer.from(mac, 'hex')), keyOf: Buffer.from };
}

const isText = (header: Headers[string], pattern = /^[ -~]+$/): header is string =>
  typeof header === 'string' && pattern.test(header);

const isTime = (header: Headers[string]): header is string => isText(header, /^\d{1,12}$/);
