import { Fault } from '../errors.ts';
import type { Platform } from './platform.ts';

/**
 * Refuses whoever doesn't run the bot. What concerns the whole deployment is no matter of one server's admins: they may
 * be others in each. The platform is asked each time, so nobody keeps the right who has left the team.
 * @throws Fault `OPERATORS_ONLY`, and the faults of every call to the platform
 */
export async function requireOperator(
  platform: Pick<Platform, 'identify'>,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  const { operatorIds } = await platform.identify(signal);
  if (!operatorIds.includes(userId)) throw new Fault('OPERATORS_ONLY', OPERATORS_ONLY);
}

const OPERATORS_ONLY =
  'This concerns every server of this bot, so only those who run it may use it: the owner of its application in the developer portal, or the team’s owner, admins and developers. Ask one of them.';
