import type { Community } from '../community.ts';
import type { ProblemDeps } from '../problems/problems.ts';
import type { ConfirmDeps } from './confirm.ts';

/** What a member sync needs to read a member, change roles and record both. */
export type ApplyDeps = ProblemDeps & ConfirmDeps & { readonly community: Community };
