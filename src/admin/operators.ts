import { ChatFault } from '../i18n/chat-fault.ts';
import type { Platform } from './platform.ts';

/**
 * Refuses users who don't run the bot. Actions on the whole deployment are not for a single server's admins, who may
 * differ between servers. Asks the platform each time, so that a user who leaves the team loses the right at once.
 * @throws Fault `OPERATORS_ONLY`, and the faults of every call to the platform
 */
export async function requireOperator(
  platform: Pick<Platform, 'identify'>,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  const { operatorIds } = await platform.identify(signal);
  if (!operatorIds.includes(userId)) throw new ChatFault('OPERATORS_ONLY');
}
