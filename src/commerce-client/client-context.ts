import type { Ability } from './capability.ts';
import type { FieldAliases } from './aliases.ts';
import type { Ask } from './ask.ts';

/** Dependencies shared by all operations. */
export interface Dialogue {
  readonly ask: Ask;
  readonly aliases: FieldAliases;
  readonly ability: Ability;
}

/** Most pages of 50 read when searching for one item or collecting all of a kind. */
export const LONGEST_WALK = 40;
