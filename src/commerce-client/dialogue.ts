import type { Ability } from './ability.ts';
import type { FieldAliases } from './aliases.ts';
import type { Ask } from './ask.ts';

/** What all operations share. */
export interface Dialogue {
  readonly ask: Ask;
  readonly aliases: FieldAliases;
  readonly ability: Ability;
}

/** How many pages of 50 are gone through at most where one thing, or all of a kind, is looked for. */
export const LONGEST_WALK = 40;
