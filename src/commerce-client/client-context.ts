import type { FieldAliases } from './aliases.ts';
import type { Ask } from './ask.ts';
import type { Capability } from './capability.ts';

/** Dependencies shared by all operations. */
export interface ClientContext {
  readonly ask: Ask;
  readonly aliases: FieldAliases;
  readonly capability: Capability;
}

/** Most pages of 50 read when searching for one item or collecting all of a kind. */
export const MAX_PAGES = 40;
