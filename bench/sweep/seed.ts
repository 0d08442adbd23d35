import { DEFAULT_POLICY, saveMapping } from '../../src/access/mappings/mappings.ts';
import type { Store } from '../home.ts';

interface Crowd {
  readonly guildId: string;
  readonly people: readonly string[];
  readonly roles: readonly string[];
}

/** Every `DRIFT`th member has drifted: alternately, one who paid lacks the role, and one who stopped paying has it. */
const DRIFT = 100;

const isDrifted = (n: number) => n % DRIFT === 0;
const isLacking = (n: number) => isDrifted(n) && (n / DRIFT) % 2 === 0;

/** Lists the roles that people have in the chat. */
export const heldRoles = ({ people, roles }: Crowd) =>
  people.flatMap((userId, n) => (isLacking(n) ? [] : [{ userId, roleId: roles[n % roles.length] ?? '' }]));

export const countDrifted = ({ people }: Crowd): number => people.filter((_, n) => isDrifted(n)).length;

/** Stores a membership of a mapped plan for each person, and the ledger of the roles they have. */
export async function storeCrowd(store: Store, { guildId, people, roles }: Crowd): Promise<void> {
  const database = await store.open();
  const { prisma } = database;
  for (const [n, roleId] of roles.entries()) {
    const mapping = { guildId, roleId, sourceId: `plan_${n}`, condition: 'valid' as const };
    await saveMapping(prisma, { ...mapping, ...DEFAULT_POLICY });
  }
  const given = { users: [...people], roles: [...roles] };
  await prisma.$executeRaw`
    INSERT INTO community.memberships
      (id, plan_id, chat_user_id, chat_connected_at, status, valid, started_at, ended_at, observation, observed_at)
    SELECT 'mem_' || n, 'plan_' || n % ${roles.length}, user_id, now(), CASE WHEN valid THEN 'active' ELSE 'canceled' END,
      valid, now() - interval '9 days', CASE WHEN valid THEN NULL ELSE now() - interval '1 day' END, 1, now()
    FROM (SELECT user_id, n - 1 AS n, (n - 1) % ${2 * DRIFT} <> ${DRIFT} AS valid
      FROM unnest(${given.users}::text[]) WITH ORDINALITY AS person(user_id, n)) AS people`;
  await prisma.$executeRaw`
    INSERT INTO community.role_grants (guild_id, user_id, role_id, requested_at, confirmed_at)
    SELECT ${guildId}, user_id, (${given.roles}::text[])[(n - 1) % ${roles.length} + 1], now(), now()
    FROM unnest(${given.users}::text[]) WITH ORDINALITY AS person(user_id, n)
    WHERE (n - 1) % ${2 * DRIFT} <> 0`;
  await prisma.$executeRaw`ANALYZE`;
  await database.close();
}
