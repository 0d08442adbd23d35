/** What a fault tells besides its code: what a service said of it, and after how many seconds to try again. */
export interface FaultDetails {
  readonly said?: string | undefined;
  readonly seconds?: number | undefined;
}

/** What went wrong and what to do, by the code of the fault. For any other code its own message is shown. */
export const faults: Readonly<Record<string, string | ((fault: FaultDetails) => string)>> = {
  COMMERCE_UNREADABLE: 'The Commerce Service sent an answer that makes no sense. Try again in a minute.',
  DISCORD_UNAVAILABLE: 'The chat platform doesn’t answer as it should. Try again in a minute.',
};
