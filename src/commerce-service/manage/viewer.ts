import type { Prisma } from '../../database/index.ts';
import { hashCredential } from '../credentials.ts';
import type { Visitor } from '../oauth/cookies.ts';
import { findLicensed, findPerson, formProof, nameOf, type Person } from '../oauth/sessions.ts';
import type { MembershipRow } from '../resources/membership.ts';
import type { Service } from '../service.ts';
import { isProven, type UserRow } from '../users.ts';

/** Whoever is looking, and what they have shown. */
export interface Viewer {
  readonly person: UserRow | undefined;
  /** What that person is called: by what they have shown. */
  readonly name: string | undefined;
  /** What they have shown. */
  readonly signedInBy: Person['proof'] | undefined;
  /** The membership whose license key they know. */
  readonly licensed: string | undefined;
  /** Of their browser's cookie, which has bought something perhaps. */
  readonly browserHash: string;
  /** Shows that a form comes from our page. */
  readonly proof: string;
}

/**
 * What somebody may do with a membership, and why. Its owner, and as long as it has none the browser that bought it,
 * may change it. Afterwards that browser, and always the license key, may look at it.
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

/** The cookie that forms are bound to. */
export const cookieOf = ({ session, browser }: Visitor): string => session ?? browser;

/** The memberships at which somebody may look. */
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

/** Whether somebody may change a membership, as it is right now. */
export const allows = (viewer: Viewer, row: MembershipRow): boolean => mayChange(accessOf(viewer, row));
