import type { Service } from '../service.ts';

/** Retention of expired tokens and unused consents, in milliseconds: reuse must still be recognised. */
const KEPT = 60 * 24 * 60 * 60 * 1000;

/** Deletes expired links and sessions, and tokens and consents past their retention. Idempotent. */
export async function pruneOAuth({ prisma }: Service, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - KEPT);
  await prisma.chatSignIn.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.signInLink.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.session.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.oAuthToken.deleteMany({ where: { expiresAt: { lte: longAgo } } });
  await prisma.oAuthGrant.deleteMany({ where: { createdAt: { lte: longAgo }, tokens: { none: {} } } });
}
