import { type Reason, toWords } from './reasons.ts';

/** Everything that a decision about one member of one guild rests on. */
export interface MemberState {
  /** The guild's mappings: what gives which role. */
  readonly mappings: readonly { readonly roleId: string; readonly sourceId: string }[];
  /** The memberships that count for this member, valid or not. */
  readonly memberships: readonly {
    readonly id: string;
    readonly productId: string | null;
    readonly planId: string;
    readonly valid: boolean;
    readonly status: string;
  }[];
  /** Roles that the ledger says we gave, or began to. */
  readonly granted: readonly string[];
  /** The roles that the member has now. */
  readonly actual: readonly string[];
}

/** What shall be with one managed role of the member, and why. */
export interface Verdict {
  readonly roleId: string;
  readonly action: 'grant' | 'revoke' | 'leave';
  readonly reasons: readonly Reason[];
}

/**
 * Decides for each managed role whether the member gets it, loses it or is left alone. Pure: the same state
 * always gives the same verdicts, and their reasons are the answer to "why does, or doesn't, this member
 * have this role?".
 *
 * A role that no mapping manages is never mentioned, so it can't be touched. A role is taken only if our
 * own ledger accounts for it: what was given by hand stays, also on somebody who has paid long ago.
 */
export function decide(state: MemberState): readonly Verdict[] {
  const managed = [...new Set(state.mappings.map((mapping) => mapping.roleId))];
  return managed.map((roleId) => decideRole(state, roleId));
}

function decideRole(state: MemberState, roleId: string): Verdict {
  const sources = new Set(state.mappings.filter((m) => m.roleId === roleId).map((m) => m.sourceId));
  const relevant = state.memberships.filter(
    (m) => sources.has(m.planId) || (m.productId !== null && sources.has(m.productId)),
  );
  const valid = relevant.filter((membership) => membership.valid);
  const has = state.actual.includes(roleId);

  if (valid.length > 0) {
    const reasons = valid.map(({ id, status }): Reason => ({ kind: 'membership valid', id, status }));
    return { roleId, action: has ? 'leave' : 'grant', reasons };
  }
  const ended = relevant.map(({ id, status }): Reason => ({ kind: 'membership ended', id, status }));
  if (!has)
    return { roleId, action: 'leave', reasons: ended.length > 0 ? ended : [{ kind: 'no membership' }] };
  if (!state.granted.includes(roleId))
    return { roleId, action: 'leave', reasons: [{ kind: 'given by hand' }] };
  return { roleId, action: 'revoke', reasons: ended.length > 0 ? ended : [{ kind: 'membership gone' }] };
}

/** Whether a valid membership gives the role. */
export const isPaid = (verdict: Verdict): boolean =>
  verdict.reasons.some(({ kind }) => kind === 'membership valid');

/** A verdict's reasons as one sentence, for audit logs and people. */
export const explain = (verdict: Verdict): string => verdict.reasons.map(toWords).join(' ');
