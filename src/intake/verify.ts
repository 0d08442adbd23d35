import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';

/** How far the time of a signature may be from ours, either way, in seconds. */
const TOLERANCE = 300;

/** What a right signature says about its message. */
export interface Signed {
  /** The sender's id of the message, where that is signed too. */
  readonly id?: string;
  /** @returns what tells this message, signed at this time, from every other one */
  fingerprint(): string;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks a delivery in two steps, so that no body is read that can't be right. Undefined unless its headers hold a
 * signature from the last, or next, five minutes; what checks the body then answers undefined unless it was signed
 * with one of our secrets.
 */
export type Verify = (headers: Headers) => ((body: Buffer) => Signed | undefined) | undefined;

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
  /** Which of a secret's keys signs. */
  readonly scheme: keyof Keys;
}

/** What a secret signs with in each scheme. */
type Keys = Readonly<Record<'standard' | 'timestamped', KeyObject>>;

/**
 * Makes the check of both schemes: Standard Webhooks where its signature is there, else the header that holds
 * `t=<unix>,v1=<hex>`. Over the bytes as they were sent and by our own clock, which is why it isn't left to
 * the library of the standard: that one signs text, and reads the machine's clock.
 * @see https://www.standardwebhooks.com
 */
export function createVerify({ secrets, signatureHeader, clock }: VerifyOptions): Verify {
  const timestamped = signatureHeader?.toLowerCase();
  const keys = secrets.map(keysOf);
  return (headers) => {
    const claim =
      headers['webhook-signature'] !== undefined
        ? readStandard(headers)
        : timestamped && readTimestamped(headers[timestamped]);
    if (!claim || !isFresh(claim.time, clock)) return undefined;
    return (body) => {
      if (!keys.some((those) => isSignedWith(those, claim, body))) return undefined;
      const fingerprint = () => createHash('sha256').update(`${claim.time}.`).update(body).digest('hex');
      return claim.id === undefined ? { fingerprint } : { id: claim.id, fingerprint };
    };
  };
}

/** A whsec_ secret holds its key in Base64; any other one is its own key, prefix and all. */
const keysOf = (secret: string): Keys => {
  const plain = createSecretKey(Buffer.from(secret));
  const isEncoded = secret.startsWith('whsec_');
  return {
    standard: isEncoded ? createSecretKey(Buffer.from(secret.slice(6), 'base64')) : plain,
    timestamped: plain,
  };
};

function isSignedWith(keys: Keys, { scheme, prefix, macs }: Claim, body: Buffer): boolean {
  const right = createHmac('sha256', keys[scheme]).update(prefix).update(body).digest();
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
  return { id, time, prefix: `${id}.${time}.`, macs, scheme: 'standard' };
}

/** The id of a message isn't signed in this scheme: whatever header names one proves nothing. */
function readTimestamped(header: Headers[string]): Claim | undefined {
  if (!isText(header)) return undefined;
  const parts = header.split(',').map((part) => part.trim());
  const time = parts.find((part) => part.startsWith('t='))?.slice(2);
  if (!isTime(time)) return undefined;
  const macs = parts.filter((part) => /^v1=[0-9a-f]{64}$/i.test(part)).map((part) => part.slice(3));
  const hex = macs.map((mac) => Buffer.from(mac, 'hex'));
  return { time, prefix: `${time}.`, macs: hex, scheme: 'timestamped' };
}

const isText = (header: Headers[string], pattern = /^[ -~]+$/): header is string =>
  typeof header === 'string' && pattern.test(header);

const isTime = (header: Headers[string]): header is string => isText(header, /^\d{1,12}$/);
