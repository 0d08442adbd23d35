import type { Command } from '../src/discord/commands/command.ts';
import access from './access.ts';
import link from './link.ts';
import linking from './linking.ts';
import roles from './roles.ts';
import unlink from './unlink.ts';

/** Every command that there is. */
export const commands: readonly Command[] = [access, link, linking, roles, unlink];
