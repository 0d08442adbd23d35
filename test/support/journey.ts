import Type, { type TSchema } from 'typebox';
import Value from 'typebox/value';
import { waitUntil } from './wait.ts';

/**
 * How soon a role must follow a payment, and go with its end, in milliseconds. It takes far less (docs/benchmarks.md),
 * but a sweep, which would repair a lost change, comes only every 15 minutes.
 */
export const PROMISE = 10_000;

const Member = Type.Object({
  id: Type.String(),
  username: Type.String(),
  bot: Type.Boolean(),
  roles: Type.Array(Type.String()),
});
const State = Type.Object({ guilds: Type.Array(Type.Object({ members: Type.Array(Member) })) });
const Plan = Type.Object({
  id: Type.String(),
  product: Type.Union([Type.String(), Type.Null()]),
  direct_link: Type.String(),
});
const Plans = Type.Object({ data: Type.Array(Plan) });
const Membership = Type.Object({ id: Type.String(), status: Type.String(), valid: Type.Boolean() });
const Memberships = Type.Object({ data: Type.Array(Membership) });
const Bought = Type.Object({ membership: Membership });

/** A user of a running Rolekeeper: everything over HTTP, as anybody could. */
export function userOf(baseUrl: string, apiKey: string) {
  const request = async <Schema extends TSchema>(
    schema: Schema,
    method: string,
    path: string,
    body?: object,
  ) => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return Value.Parse(schema, await response.json());
  };
  const members = async () =>
    (await request(State, 'GET', '/sandbox/state')).guilds.flatMap((guild) => guild.members);
  const rolesOf = async (memberId: string) =>
    (await members()).find((member) => member.id === memberId)?.roles ?? [];
  return {
    rolesOf,
    /** The people of the community, without its bots. */
    people: async () => (await members()).filter((member) => !member.bot),
    /** Who has a role. */
    holders: async (role: string) =>
      (await members()).filter(({ roles }) => roles.includes(role)).map(({ id }) => id),
    plans: async () => (await request(Plans, 'GET', '/api/v2/plans?per=50')).data,
    createPlan: (plan: object) => request(Plan, 'POST', '/api/v2/plans', plan),
    /** Buys at a plan's direct link, as the member; or as somebody else who types the member's id. */
    buy: async (directLink: string, memberId: string, email = `${memberId}@example.com`) => {
      const buyer = {
        email,
        community_chat_id: memberId,
        card_number: '4242424242424242',
      };
      return (await request(Bought, 'POST', directLink, buyer)).membership;
    },
    /** What the member has bought and may use. */
    validMemberships: async (memberId: string) => {
      const path = `/api/v2/memberships?valid=true&per=50&community_chat_id=${memberId}`;
      return (await request(Memberships, 'GET', path)).data;
    },
    terminate: (membershipId: string) =>
      request(Membership, 'POST', `/api/v2/memberships/${membershipId}/terminate`),
    /** Resolves when the member has the role. */
    hasRole: (memberId: string, role: string) =>
      waitUntil(async () => (await rolesOf(memberId)).includes(role)),
    lacksRole: (memberId: string, role: string) =>
      waitUntil(async () => !(await rolesOf(memberId)).includes(role)),
  };
}
