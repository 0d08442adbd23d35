import type { Words } from '../en/index.ts';
import { access } from './access.ts';
import { doctor } from './doctor.ts';
import { faults } from './faults.ts';
import { frame } from './frame.ts';
import { linking } from './linking.ts';
import { mails } from './mails.ts';
import { membership } from './membership.ts';
import { memberships } from './memberships.ts';
import { notifications } from './notifications.ts';
import { pages } from './pages/index.ts';
import { plans } from './plans.ts';
import { problems } from './problems.ts';
import { promos } from './promos.ts';
import { reasons } from './reasons.ts';
import { refusals } from './refusals.ts';
import { roles } from './roles.ts';
import { settings } from './settings.ts';
import { stats } from './stats.ts';
import { webhooks } from './webhooks.ts';

export const fr = {
  locale: 'fr',
  access,
  doctor,
  faults,
  frame,
  linking,
  mails,
  membership,
  memberships,
  plans,
  problems,
  promos,
  reasons,
  refusals,
  roles,
  settings,
  stats,
  notifications,
  pages,
  webhooks,
} satisfies Words;
