import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';

/** Largest difference between the signature's time and ours, in seconds. */
const TOLERANCE = 300;

/** What a valid signature proves about its message. */
export interface Signed {
  /** The sender's message id, if it is signed. */
  readonly id?: string;
  /** @returns a hash that is unique to this body and signing time */
  fingerprint(): string;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies a delivery in two steps, so that the body is read only if the headers look right. The first step returns
 * undefined unless the headers hold a signature at most five minutes off; the second returns undefined unless one of
 * our secrets signed the body.
 */
export type Verify = (headers: Headers) => ((body: Buffer) => Signed | undefined) | undefined;

export interface VerifyOptions {
  /** Newest first; two during a rotation. */
  readonly secrets: readonly string[];
  /** Name of the header of the timestamped scheme, if the service uses it. */
  readonly signatureHeader?: string | undefined;
  readonly clock: Clock;
}

interface SignatureHeader {
  readonly id?: string;
  readonly time: string;
  /** Text signed in front of the body. */
  readonly prefix: string;
  readonly macs: readonly Buffer[];
  /** Selects the key derived from the secret. */
  readonly scheme: keyof Keys;
}

/** The signing key of each scheme, derived from one secret. */
type Keys = Readonly<Record<'standard' | 'timestamped', KeyObject>>;

/**
 * Creates a verifier for both schemes: Standard Webhooks if its header is present, else the header with
 * `t=<unix>,v1=<hex>`. The standard's library isn't used because it signs text instead of raw bytes and reads the
 * system clock.
 * @see https://www.standardwebhooks.com
 */
export function createVerify({ secrets, signatureHeader, clock }: VerifyOptions): Verify {
  const timestamped = signatureHeader?.toLowerCase();
  const keys = secrets.map(keysOf);
  return (headers) => {
    const header =
      headers['webhook-signature'] !== undefined
        ? readStandard(headers)
        : timestamped && readTimestamped(headers[timestamped]);
    if (!header || !isFresh(header.time, clock)) return undefined;
    return (body) => {
      if (!keys.some((those) => isSignedWith(those, header, body))) return undefined;
      const fingerprint = () => createHash('sha256').update(`${header.time}.`).update(body).digest('hex');
      return header.id === undefined ? { fingerprint } : { id: header.id, fingerprint };
    };
  };
}

/** In the standard scheme, a `whsec_` secret holds its key in Base64. Everywhere else the whole secret is the key. */
const keysOf = (secret: string): Keys => {
  const plain = createSecretKey(Buffer.from(secret));
  const isEncoded = secret.startsWith('whsec_');
  return {
    standard: isEncoded ? createSecretKey(Buffer.from(secret.slice(6), 'base64')) : plain,
    timestamped: plain,
  };
};

function isSignedWith(keys: Keys, { scheme, prefix, macs }: SignatureHeader, body: Buffer): boolean {
  const right = createHmac('sha256', keys[scheme]).update(prefix).update(body).digest();
  return macs.some((mac) => mac.length === right.length && timingSafeEqual(mac, right));
}

const isFresh = (time: string, clock: Clock): boolean =>
  Math.abs(clock.now().getTime() / 1000 - Number(time)) <= TOLERANCE;

/** `webhook-signature: v1,<base64> v1,<base64>`; several while the sender rotates its secret. */
function readStandard(headers: Headers): SignatureHeader | undefined {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  if (!isText(id, /^[!-~]{1,256}$/) || !isTime(time) || !isText(signatures)) return undefined;
  const macs = [...signatures.matchAll(/(?<=^| )v1,(\S+)/g)].map(([, mac = '']) =>
    Buffer.from(mac, 'base64'),
  );
  return { id, time, prefix: `${id}.${time}.`, macs, scheme: 'standard' };
}

/** This scheme doesn't sign a message id, so a header that names one proves nothing. */
function readTimestamped(header: Headers[string]): SignatureHeader | undefined {
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
