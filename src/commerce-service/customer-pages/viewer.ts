import type { Prisma } from '../../database/index.ts';
import { hashCredential } from '../api-keys/credentials.ts';
import { isProven, type UserRow } from '../customers/users.ts';
import type { MembershipRow } from '../memberships/schema.ts';
import type { Visitor } from '../oauth/cookies.ts';
import { findLicensed, findPerson, formProof, nameOf, type Person } from '../oauth/sessions.ts';
import type { Service } from '../service.ts';

/** A visitor, with the proofs of their identity. */
export interface Viewer {
  readonly person: UserRow | undefined;
  /** Name of that person: the address or chat account with which they signed in. */
  readonly name: string | undefined;
  /** The proof with which the person signed in. */
  readonly signedInBy: Person['proof'] | undefined;
  /** Id of the membership whose license key the visitor signed in with. */
  readonly licensed: string | undefined;
  /** Hash of the browser's cookie; the browser may have bought something. */
  readonly browserHash: string;
  /** Token that proves that a form comes from our page. */
  readonly proof: string;
}

/**
 * Reason for a viewer's access to a membership. Its owner may change it. Until an owner has proven their identity, so
 * may the browser that bought it. After that, the browser may only look at it, as may a viewer with the license key. Until
 * the owner claims it, that browser may also cancel it: its card pays.
 */
export type Access = 'person' | 'purchase' | 'former purchase' | 'license';

export async function findViewer(service: Service, visitor: Visitor): Promise<Viewer> {
  const { session, browser } = visitor;
  const person = await findPerson(service, session);
  return {
    person: person?.user,
    name: person && nameOf(person),
    signedInBy: person?.proof,
    licensed: await findLicensed(service, session),
    browserHash: hashCredential(browser),
    proof: formProof(cookieOf(visitor)),
  };
}

/** Returns the cookie that forms are bound to. */
export const cookieOf = ({ session, browser }: Visitor): string => session ?? browser;

/** Matches the memberships that a viewer may see. */
export const visibleTo = ({ person, licensed, browserHash }: Viewer): Prisma.MembershipWhereInput => ({
  OR: [
    { browserHash },
    ...(person ? [{ userId: person.id }] : []),
    ...(licensed === undefined ? [] : [{ id: licensed }]),
  ],
});

export function accessOf(
  { person, licensed, browserHash }: Viewer,
  row: Pick<MembershipRow, 'id' | 'userId' | 'user' | 'browserHash'>,
): Access | undefined {
  if (person && row.userId === person.id) return 'person';
  if (row.browserHash === browserHash) return isProven(row.user) ? 'former purchase' : 'purchase';
  return row.id === licensed ? 'license' : undefined;
}

export const mayChange = (access: Access | undefined): boolean =>
  access === 'person' || access === 'purchase';

/** Whether the viewer's card may still be charged for a membership that has become somebody else's. */
export const mayStopPaying = (
  access: Access | undefined,
  row: Pick<MembershipRow, 'unclaimedSince'>,
): boolean => access === 'former purchase' && row.unclaimedSince !== null;

/** What a viewer can do with a membership. */
export type Action = 'cancel' | 'resume' | 'refill' | 'pay' | 'replace-key';

/** Reports whether a viewer may take an action on a membership in its current state. */
export function allows(viewer: Viewer, row: MembershipRow, action: Action): boolean {
  const access = accessOf(viewer, row);
  return mayChange(access) || (action === 'cancel' && mayStopPaying(access, row));
}
