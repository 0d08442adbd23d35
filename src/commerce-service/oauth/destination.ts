import { OPERATOR } from '../accounts/service.ts';
import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';
import { readRequest } from './authorization-request.ts';

/** What somebody signs in for. */
export interface Destination {
  readonly accountId: string;
  /** The application that would like to know the buyer; undefined where buyers look after what is theirs. */
  readonly applicationName: string | undefined;
}

/** What the sign-in is told where it leads to a membership, or with an empty id to all of them. */
export const membershipRequest = (id = ''): string => String(new URLSearchParams({ membership: id }));

/**
 * What this sign-in is for. It went through the browser, so it is checked again.
 * @param request the query string of an authorization request, or what `membershipRequest` makes
 * @throws Refusal when there is no such thing
 */
export async function readDestination(
  service: Service,
  request: string,
): Promise<Destination | { readonly location: string }> {
  const id = requestedMembership(request);
  if (id === undefined) {
    const checked = await readRequest(service, request);
    if ('location' in checked) return checked;
    return { accountId: checked.client.accountId, applicationName: checked.client.name };
  }
  return { accountId: await accountOf(service, id), applicationName: undefined };
}

/**
 * The page of this service that a sign-in goes on with, relative to `/oauth/`. Whatever the request says, it
 * leads to no other place.
 */
export function returnPath(request: string): string {
  const parameters = new URLSearchParams(request);
  const id = membershipOf(parameters);
  if (id === undefined) return `authorize?${parameters}`;
  return id === '' ? '../memberships' : `../memberships/${id}`;
}

/** The membership that a request names, empty for all of them; undefined where an application asks. */
export const requestedMembership = (request: string): string | undefined =>
  membershipOf(new URLSearchParams(request));

function membershipOf(parameters: URLSearchParams): string | undefined {
  const id = parameters.get('membership');
  if (id === null || parameters.has('client_id')) return undefined;
  return /^mem_[0-9A-Z]+$/.test(id) ? id : '';
}

async function accountOf({ prisma }: Service, membershipId: string): Promise<string> {
  if (membershipId === '')
    return (await prisma.account.findUniqueOrThrow({ where: { handle: OPERATOR } })).id;
  const membership = await prisma.membership.findUnique({ where: { id: membershipId } });
  if (!membership) throw new Refusal('not found', 'There is no such membership.');
  return membership.accountId;
}
