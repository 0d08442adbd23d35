import type { Command } from '../src/discord/commands/command.ts';
import access from './access.ts';
import doctor from './doctor.ts';
import link from './link.ts';
import linking from './linking.ts';
import { memberMemberships, memberWhy } from './member-menus.ts';
import membership from './membership.ts';
import memberships from './memberships.ts';
import plans from './plans.ts';
import promos from './promos.ts';
import roles from './roles.ts';
import settings from './settings.ts';
import stats from './stats.ts';
import unlink from './unlink.ts';
import webhooks from './webhooks.ts';

export const commands: readonly Command[] = [
  access,
  doctor,
  link,
  linking,
  membership,
  memberMemberships,
  memberWhy,
  memberships,
  plans,
  promos,
  roles,
  settings,
  stats,
  unlink,
  webhooks,
];
