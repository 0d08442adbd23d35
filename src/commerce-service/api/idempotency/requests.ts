import type { Service } from '../../service.ts';
import { type AnswerSeal, answerSeal } from './seal.ts';

/** How long a key is remembered, in milliseconds. */
const KEPT = 24 * 60 * 60_000;

/** After which time a request that has no answer counts as cut off, in milliseconds: none takes half as long. */
const UNDER_WAY = 60_000;

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly apiKeyId: string;
  /** The API key itself, which seals what is kept. */
  readonly credential: string;
  readonly key: string;
  /** Method, address and body. */
  readonly request: string;
}

/** A request that is carried out here and now, and nowhere else. */
export interface Claim {
  readonly where: { readonly apiKeyId_key: { readonly apiKeyId: string; readonly key: string } };
  readonly seal: AnswerSeal;
}

/** What is to be done with a request. */
export type Claimed =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'different' }
  | { readonly kind: 'under way' }
  | { readonly kind: 'cut off'; readonly since: Date };

/**
 * Claims a request before it is carried out, so that whatever happens it is carried out once: of several at the same
 * moment one has it, and where a process dies before the answer is kept nobody carries it out again.
 */
export async function claimRequest(
  { prisma, clock }: Service,
  { apiKeyId, credential, key, request }: KeyedRequest,
): Promise<Claimed> {
  const now = clock.now();
  const seal = answerSeal(credential, `${apiKeyId} ${key}`);
  const requestHash = seal.hash(request);
  await prisma.idempotentRequest.deleteMany({
    where: { apiKeyId, key, createdAt: { lte: new Date(now.getTime() - KEPT) } },
  });
  const data = { apiKeyId, key, requestHash, createdAt: now };
  const { count } = await prisma.idempotentRequest.createMany({ data, skipDuplicates: true });
  const where = { apiKeyId_key: { apiKeyId, key } };
  if (count === 1) return { kind: 'claimed', claim: { where, seal } };
  const found = await prisma.idempotentRequest.findUnique({ where });
  // Given back by whoever had it just now.
  if (!found) return { kind: 'under way' };
  if (found.requestHash !== requestHash) return { kind: 'different' };
  const { status, sealedBody, createdAt } = found;
  if (status !== null && sealedBody !== null)
    return { kind: 'answered', status, body: seal.open(sealedBody) };
  const age = now.getTime() - createdAt.getTime();
  return age < UNDER_WAY ? { kind: 'under way' } : { kind: 'cut off', since: createdAt };
}

/** Keeps the answer of a claimed request. */
export async function keepAnswer(
  { prisma }: Service,
  { where, seal }: Claim,
  status: number,
  body: string,
): Promise<void> {
  await prisma.idempotentRequest.update({ where, data: { status, sealedBody: seal.seal(body) } });
}

/** Gives a claimed request back of which nothing has happened, so that it may be tried again. */
export async function giveBack({ prisma }: Service, { where }: Claim): Promise<void> {
  await prisma.idempotentRequest.deleteMany({ where: where.apiKeyId_key });
}

/** Forgets requests after a day. Safe to run twice. */
export async function pruneRequests({ prisma }: Service, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT);
  await prisma.idempotentRequest.deleteMany({ where: { createdAt: { lte: before } } });
}
