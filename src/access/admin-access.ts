import type { Words } from '../i18n/index.ts';
import type { MemberRef } from './community.ts';
import { queueSweep, queueSync } from './index.ts';
import {
  checkMapping,
  checkUnmapping,
  type Decider,
  type MappingDeps,
  mapRole,
  unmapRole,
} from './mappings/change-mappings.ts';
import type { OrderDeps } from './mappings/holds.ts';
import { adding, listMappings, removing } from './mappings/mappings.ts';
import { previewMappings, previewSweep } from './mappings/preview.ts';
import { previewEnding, previewOrderedEnding } from './mappings/preview-ending.ts';
import { createRoleNames } from './mappings/role-names.ts';
import {
  type AnswerDeps,
  type Asked,
  dismissProblem,
  type ProblemRef,
  retryAllProblems,
  retryProblem,
} from './problems/answer-problems.ts';
import { listProblems } from './problems/list-problems.ts';
import type { Mapping } from './state.ts';
import { answerPendingSweep, type ShownQuestion } from './sweep/answer-pending.ts';
import type { CompareDeps } from './sweep/compare-guild.ts';
import { explainRoles } from './sync/why.ts';

export type AdminAccessDeps = CompareDeps & MappingDeps & AnswerDeps & OrderDeps;

export type AdminAccess = ReturnType<typeof accessForAdmins>;

/** Needs only the database and the platform's REST API. Jobs run in whichever process has the worker. */
export const accessForAdmins = (deps: AdminAccessDeps) => ({
  why: (member: MemberRef, words: Words['reasons'], signal: AbortSignal) =>
    explainRoles(deps, member, words, signal),
  syncMember: (member: MemberRef, by: string) =>
    queueSync(deps, member, { urgency: 'urgent', mayTake: true, orderedBy: by }),
  previewEnding: (guildId: string, membershipId: string, words: Words['reasons'], signal: AbortSignal) =>
    previewEnding(deps, guildId, membershipId, words, signal),
  /** Previews a termination that this admin orders, if they may order it. */
  previewOrderedEnding: (
    admin: MemberRef,
    membershipId: string,
    words: Words['reasons'],
    signal: AbortSignal,
  ) => previewOrderedEnding(deps, admin, membershipId, words, signal),
  previewSweep: (guildId: string, signal: AbortSignal) => previewSweep(deps, guildId, signal),
  sweep: (guildId: string, by: string) => queueSweep(deps.send, guildId, by),
  /** Returns the guild's latest sweep, finished or running. */
  lastSweep: (guildId: string) => deps.prisma.sweep.findUnique({ where: { guildId } }),
  roleNames: createRoleNames(deps),
  mappings: (guildId: string) => listMappings(deps.prisma, guildId),
  /** @param by the admin who would save the mapping; null to skip the permission check */
  checkMapping: (mapping: Mapping, by: string | null, signal: AbortSignal) =>
    checkMapping(deps, mapping, by, signal),
  checkUnmapping: (mapping: Mapping, by: string, signal: AbortSignal) =>
    checkUnmapping(deps, mapping, by, signal),
  previewMapping: (mapping: Mapping, signal: AbortSignal) =>
    previewMappings(deps, mapping.guildId, adding(mapping), signal),
  previewUnmapping: (mapping: Mapping, signal: AbortSignal) =>
    previewMappings(deps, mapping.guildId, removing(mapping), signal),
  map: (mapping: Mapping, decider: Decider, signal: AbortSignal) => mapRole(deps, mapping, decider, signal),
  unmap: (mapping: Mapping, by: string, signal: AbortSignal) => unmapRole(deps, mapping, by, signal),
  problems: (guildId: string) => listProblems(deps, guildId),
  retryProblem: (asked: Asked, ref: ProblemRef) => retryProblem(deps, asked, ref),
  retryAllProblems: (asked: Asked) => retryAllProblems(deps, asked),
  dismissProblem: (asked: Asked, ref: ProblemRef) => dismissProblem(deps, asked, ref),
  answerHeld: (guildId: string, answer: 'approve' | 'refuse', by: string, shown: ShownQuestion) =>
    answerPendingSweep(deps, guildId, answer, by, shown),
});
