import type { Service } from '../service.ts';

/** How long tokens and consents that are over are kept, in milliseconds: one that is used again must be recognised. */
const KEPT = 60 * 24 * 60 * 60 * 1000;

/** Deletes links, sessions, tokens and consents that nothing can be done with any more. Safe to run twice. */
export async function pruneOAuth({ prisma }: Service, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - KEPT);
  await prisma.chatSignIn.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.signInLink.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.session.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.oAuthToken.deleteMany({ where: { expiresAt: { lte: longAgo } } });
  await prisma.oAuthGrant.deleteMany({ where: { createdAt: { lte: longAgo }, tokens: { none: {} } } });
}
