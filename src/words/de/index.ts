import type { Words } from '../en/index.ts';
import { access } from './access.ts';
import { faults } from './faults.ts';
import { frame } from './frame.ts';
import { memberships } from './memberships.ts';
import { plans } from './plans.ts';
import { promos } from './promos.ts';
import { reasons } from './reasons.ts';
import { roles } from './roles.ts';
import { telling } from './telling.ts';
import { webhooks } from './webhooks.ts';

export const de = {
  access,
  faults,
  frame,
  memberships,
  plans,
  promos,
  reasons,
  roles,
  telling,
  webhooks,
} satisfies Words;
