import Type from 'typebox';
import Value from 'typebox/value';
import { query } from '../../support/empty-database.ts';
import type { Cluster } from './cluster.ts';
import type { Load } from './load.ts';

const Memberships = Type.Array(Type.Tuple([Type.String(), Type.String(), Type.Boolean(), Type.String()]));
const Rows = Type.Array(Type.Array(Type.Unknown()));

/**
 * What must not be, in words; empty when all is as it should be. What is expected of the chat is taken from the
 * memberships themselves and not from the events about them.
 */
export async function whatIsLost({ chat, url, guilds }: Cluster, load: Load): Promise<string[]> {
  const memberships = Value.Parse(
    Memberships,
    await query(url, 'SELECT id, status::text, valid, community_chat_id FROM commerce.memberships'),
  );
  const statusOf = new Map(memberships.map(([id, status]) => [id, status]));
  const paying = new Set(memberships.flatMap(([, , valid, userId]) => (valid ? [userId] : [])));
  const lost = [...load.odd];
  for (const id of load.bought) if (!statusOf.has(id)) lost.push(`${id} was sold, and is not there`);
  for (const id of load.ended)
    if (statusOf.get(id) !== 'canceled') lost.push(`${id} was ended, and is ${statusOf.get(id)}`);
  for (const [what, sql] of Object.entries(MISSING))
    for (const row of Value.Parse(Rows, await query(url, sql))) lost.push(`${what}: ${row.join(' ')}`);

  const managed = new Set(guilds.map(({ roles: [role = ''] }) => role));
  for (const roleId of chat.touched) if (!managed.has(roleId)) lost.push(`the role ${roleId} was touched`);
  for (const { guildId, people, roles } of guilds) {
    const [role = '', unmanaged = ''] = roles;
    for (const [n, userId] of people.entries()) {
      const has = chat.sandbox.community.guild(guildId)?.members.get(userId)?.roles ?? [];
      if (has.includes(role) !== paying.has(userId))
        lost.push(
          `${userId} ${paying.has(userId) ? 'pays, and has no role' : 'has a role, and pays nothing'}`,
        );
      if (has.includes(unmanaged) !== isHonoured(n)) lost.push(`${userId} has another role than before`);
    }
  }
  return lost;
}

/** Whether somebody has the role that nothing of ours may touch: every other one. */
export const isHonoured = (n: number): boolean => n % 2 === 0;

/** What finds what isn't there. */
const MISSING = {
  'nothing was told of': `
    SELECT m.id, told.name FROM commerce.memberships m
    CROSS JOIN LATERAL (
      SELECT 'membership_went_valid' AS name UNION ALL
      SELECT 'membership_went_invalid' WHERE m.status = 'canceled') told
    WHERE NOT EXISTS (SELECT FROM commerce.events e WHERE e.subject_id = m.id AND e.name = told.name)`,
  'it was delivered to nobody': `
    SELECT e.id, e.name FROM commerce.events e
    WHERE NOT EXISTS (SELECT FROM commerce.deliveries d WHERE d.event_id = e.id)`,
  'a delivery has not arrived': `
    SELECT d.id, d.status, d.attempts FROM commerce.deliveries d WHERE d.status <> 'delivered'`,
  'it was delivered, and is not in the inbox': `
    SELECT d.event_id FROM commerce.deliveries d
    WHERE d.status = 'delivered' AND NOT EXISTS (SELECT FROM community.inbox_events i WHERE i.id = d.event_id)`,
  'an event about a membership was not worked': `
    SELECT id, name FROM community.inbox_events WHERE worked_at IS NULL AND membership_id IS NOT NULL
      AND starts_with(name, 'membership_')`,
  // What the clock starts over and over may be given up, with the sweep of a guild, which is part of one: the next
  // one does it all.
  'a job was given up': `
    SELECT name, data, output FROM pgboss.job WHERE state = 'failed' AND name NOT IN (
      'commerce-due', 'commerce-access', 'commerce-cleanup', 'access.sweep', 'access.guild-sweep',
      'linking.cleanup', 'notifications.expiry-reminders', 'intake.prune')`,
} as const;
