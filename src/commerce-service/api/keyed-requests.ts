import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Service } from '../service.ts';

/** How long a key is remembered, in milliseconds. */
const KEPT = 24 * 60 * 60_000;

/** Age in milliseconds from which a request without a response counts as cut off. No request takes half as long. */
const UNDER_WAY = 60_000;

export interface KeyedRequest {
  readonly apiKeyId: string;
  /** The API key itself, from which the key that encrypts the response is derived. */
  readonly credential: string;
  readonly key: string;
  /** Method, URL and body. */
  readonly request: string;
}

/** The exclusive right to execute a request. */
export interface Reservation {
  readonly where: { readonly apiKeyId_key: { readonly apiKeyId: string; readonly key: string } };
  readonly seal: AnswerSeal;
}

/** Outcome of a reservation: execute the request, repeat its stored response, or refuse it. */
export type ReservationOutcome =
  | { readonly kind: 'reserved'; readonly reservation: Reservation }
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'different' }
  | { readonly kind: 'under way' }
  | { readonly kind: 'cut off'; readonly since: Date };

/**
 * Reserves a request before it is executed, so that it is executed at most once: of several concurrent requests one
 * gets the reservation, and if the process dies before it stores the response, no other request gets it.
 */
export async function reserveRequest(
  { prisma, clock }: Service,
  { apiKeyId, credential, key, request }: KeyedRequest,
): Promise<ReservationOutcome> {
  const now = clock.now();
  const seal = answerSeal(credential, `${apiKeyId} ${key}`);
  const requestHash = seal.hash(request);
  await prisma.idempotentRequest.deleteMany({
    where: { apiKeyId, key, createdAt: { lte: new Date(now.getTime() - KEPT) } },
  });
  const data = { apiKeyId, key, requestHash, createdAt: now };
  const { count } = await prisma.idempotentRequest.createMany({ data, skipDuplicates: true });
  const where = { apiKeyId_key: { apiKeyId, key } };
  if (count === 1) return { kind: 'reserved', reservation: { where, seal } };
  const found = await prisma.idempotentRequest.findUnique({ where });
  // The holder of the reservation has just released it.
  if (!found) return { kind: 'under way' };
  if (found.requestHash !== requestHash) return { kind: 'different' };
  const { status, sealedBody, createdAt } = found;
  if (status !== null && sealedBody !== null)
    return { kind: 'answered', status, body: seal.open(sealedBody) };
  const age = now.getTime() - createdAt.getTime();
  return age < UNDER_WAY ? { kind: 'under way' } : { kind: 'cut off', since: createdAt };
}

/** Stores the response to a reserved request. */
export async function keepAnswer(
  { prisma }: Service,
  { where, seal }: Reservation,
  status: number,
  body: string,
): Promise<void> {
  await prisma.idempotentRequest.update({ where, data: { status, sealedBody: seal.seal(body) } });
}

/** Releases the reservation of a request that had no effect, so that it can be retried. */
export async function release({ prisma }: Service, { where }: Reservation): Promise<void> {
  await prisma.idempotentRequest.deleteMany({ where: where.apiKeyId_key });
}

/** Deletes requests after a day. Idempotent. */
export async function pruneRequests({ prisma }: Service, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT);
  await prisma.idempotentRequest.deleteMany({ where: { createdAt: { lte: before } } });
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Hash of a request and encryption of its response for storage. Decryption requires the API key. */
export interface AnswerSeal {
  /** Identifies a request without revealing anything about it. */
  hash(request: string): string;
  seal(text: string): string;
  open(sealed: string): string;
}

/**
 * Derives the keys from the credential of a request. Only a hash of the credential is stored, so a copy of the database
 * decrypts nothing, and there is no key to manage.
 * @param purpose binds the sealed text to its record: moved to another one, it can't be opened
 */
export function answerSeal(credential: string, purpose: string): AnswerSeal {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', credential, '', `${use} ${purpose}`, 32));
  return {
    hash: (request) => createHmac('sha256', derive('hash')).update(request).digest('hex'),
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, derive('seal'), nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      const content = Buffer.from(sealed, 'base64');
      const [nonce, rest] = [content.subarray(0, NONCE_BYTES), content.subarray(NONCE_BYTES)];
      const cipher = createDecipheriv(CIPHER, derive('seal'), nonce, { authTagLength: TAG_BYTES });
      cipher.setAuthTag(rest.subarray(0, TAG_BYTES));
      return Buffer.concat([cipher.update(rest.subarray(TAG_BYTES)), cipher.final()]).toString('utf8');
    },
  };
}
