import type { Words } from '../en/index.ts';
import { access } from './access.ts';
import { doctor } from './doctor.ts';
import { faults } from './faults.ts';
import { frame } from './frame.ts';
import { membership } from './membership.ts';
import { problems } from './problems.ts';
import { reasons } from './reasons.ts';
import { roles } from './roles.ts';
import { settings } from './settings.ts';
import { stats } from './stats.ts';
import { telling } from './telling.ts';

export const de = {
  access,
  doctor,
  faults,
  frame,
  membership,
  problems,
  reasons,
  roles,
  settings,
  stats,
  telling,
} satisfies Words;
