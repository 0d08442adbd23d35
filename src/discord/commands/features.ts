import type { AdminAccess } from '../../access/for-admins.ts';
import type { LinkingForCommands } from '../../linking/for-commands.ts';

/** A product or plan, as people know it. */
export interface Source {
  readonly id: string;
  readonly name: string;
}

/**
 * What Rolekeeper can do, as commands ask for it: one entry for each room, put together in `parts/features.ts`.
 */
export interface Features {
  readonly access: AdminAccess;
  readonly linking: LinkingForCommands;
  readonly catalogue: {
    /** What can give roles, by name; not necessarily all of it. */
    sources(): Promise<readonly Source[]>;
  };
}
