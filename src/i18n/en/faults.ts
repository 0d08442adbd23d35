import type { Power } from './roles.ts';

/** Details for a fault's text: the service's message, seconds until a retry, and the powers of the role concerned. */
export interface FaultDetails {
  readonly said?: string | undefined;
  readonly seconds?: number | undefined;
  readonly powers?: readonly Power[];
}

/** Texts of faults by code: the cause and the remedy. Other codes show the fault's own message. */
export const faults: Readonly<Record<string, string | ((fault: FaultDetails) => string)>> = {
  COMMERCE_UNREADABLE:
    'The Commerce Service sent an answer that Rolekeeper can’t read. Try again in a minute.',
  DISCORD_UNREADABLE: 'The chat platform sent an answer that Rolekeeper can’t read. Try again in a minute.',
  DISCORD_UNAVAILABLE: 'The chat platform isn’t answering properly. Try again in a minute.',
};
