import type { Command } from '../src/discord/commands/command.ts';
import access from './access.ts';
import memberships from './memberships.ts';
import plans from './plans.ts';
import promos from './promos.ts';
import roles from './roles.ts';
import webhooks from './webhooks.ts';

/** Every command that there is. */
export const commands: readonly Command[] = [access, memberships, plans, promos, roles, webhooks];
