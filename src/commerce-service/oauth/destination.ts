import { OPERATOR } from '../accounts/service.ts';
import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';
import { readRequest } from './authorization-request.ts';

export interface Destination {
  readonly accountId: string;
  /** The application that requests access; undefined if the buyer signs in to manage memberships. */
  readonly applicationName: string | undefined;
}

/** Builds the request of a sign-in that leads to a membership, or to the list of all memberships if the id is empty. */
export const membershipRequest = (id = ''): string => String(new URLSearchParams({ membership: id }));

/**
 * Determines what a sign-in leads to. Checks the request again, because it came back through the browser.
 * @param request the query string of an authorization request, or a result of `membershipRequest`
 * @returns the destination, or the redirect that returns an error to the application
 * @throws Refusal if there is no such membership, or the client or the redirect URI is unknown
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

/** Returns the path after a sign-in, relative to `/oauth/`. Always within this service, whatever the request. */
export function returnPath(request: string): string {
  const parameters = new URLSearchParams(request);
  const id = membershipOf(parameters);
  if (id === undefined) return `authorize?${parameters}`;
  return id === '' ? '../memberships' : `../memberships/${id}`;
}

/** Returns the membership that a request names: empty for all, undefined if an application requests access. */
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
  if (!membership) throw new Refusal('not found', ({ refusals }) => refusals.noMembership);
  return membership.accountId;
}
