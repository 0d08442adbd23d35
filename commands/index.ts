import type { Command } from '../src/discord/commands/command.ts';
import access from './access.ts';
import doctor from './doctor.ts';
import { memberMemberships, memberWhy } from './member-menus.ts';
import membership from './membership.ts';
import roles from './roles.ts';
import settings from './settings.ts';
import stats from './stats.ts';

/** Every command that there is. */
export const commands: readonly Command[] = [
  access,
  doctor,
  membership,
  memberMemberships,
  memberWhy,
  roles,
  settings,
  stats,
];
