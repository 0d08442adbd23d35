import type { Power } from './roles.ts';

/**
 * What a fault tells besides its code: what a service said of it, after how many seconds to try again, and what the
 * role that it is about allows.
 */
export interface FaultDetails {
  readonly said?: string | undefined;
  readonly seconds?: number | undefined;
  readonly powers?: readonly Power[];
}

/** What went wrong and what to do, by the code of the fault. For any other code its own message is shown. */
export const faults: Readonly<Record<string, string | ((fault: FaultDetails) => string)>> = {
  COMMERCE_UNREADABLE: 'The Commerce Service sent an answer that makes no sense. Try again in a minute.',
  DISCORD_UNREADABLE: 'The chat platform sent an answer that makes no sense. Try again in a minute.',
  DISCORD_UNAVAILABLE: 'The chat platform doesn’t answer as it should. Try again in a minute.',
};
