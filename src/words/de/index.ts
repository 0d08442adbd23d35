import type { Words } from '../en/index.ts';
import { access } from './access.ts';
import { faults } from './faults.ts';
import { frame } from './frame.ts';
import { plans } from './plans.ts';
import { reasons } from './reasons.ts';
import { roles } from './roles.ts';
import { telling } from './telling.ts';

export const de = { access, faults, frame, plans, reasons, roles, telling } satisfies Words;
