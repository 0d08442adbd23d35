import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { CommunityState, Member, Role, User } from './state.ts';

const GUILD_ID = '1085128214315012624';
const BOT_ID = '1087454849272227519';

/** The two roles of a fresh community that are for sale: below the bot's own, so that it can give them. */
export const PAID_ROLES = {
  supporter: { id: '1092025885658050129', name: 'Supporter' },
  insider: { id: '1092026137316190313', name: 'Insider' },
} as const;

/** Ids of a fresh community that others build on. */
export const SEED = { guildId: GUILD_ID, botId: BOT_ID, roles: PAID_ROLES } as const;

const OWNER = '1085128717632307359';
const MODERATOR = '1085129275476157751';

const nothing = '0';
const bits = (...flags: bigint[]): string => String(flags.reduce((all, flag) => all | flag, 0n));

const role = (position: number, id: string, name: string, color: number, more: Partial<Role> = {}): Role => ({
  id,
  name,
  color,
  position,
  hoist: true,
  permissions: nothing,
  managed: false,
  ...more,
});

const ROLES: readonly Role[] = [
  role(0, GUILD_ID, '@everyone', 0, { hoist: false, permissions: bits(PermissionFlagsBits.ViewChannel) }),
  role(1, PAID_ROLES.supporter.id, PAID_ROLES.supporter.name, 0x2f9e77),
  role(2, PAID_ROLES.insider.id, PAID_ROLES.insider.name, 0xe0913a),
  role(3, '1085129527135620150', 'Server Booster', 0xd96bb8, {
    managed: true,
    managedFor: { boosters: true },
  }),
  role(4, '1087454849272227600', 'Rolekeeper', 0x5b7be8, {
    managed: true,
    managedFor: { botId: BOT_ID },
    permissions: bits(
      PermissionFlagsBits.ViewChannel,
      PermissionFlagsBits.ManageRoles,
      PermissionFlagsBits.ViewAuditLog,
    ),
  }),
  role(5, MODERATOR, 'Moderator', 0x8a63d2, {
    permissions: bits(PermissionFlagsBits.ManageRoles, PermissionFlagsBits.KickMembers),
  }),
  role(6, OWNER, 'Owner', 0xc9485b, { permissions: bits(PermissionFlagsBits.Administrator) }),
];

const PEOPLE: readonly (readonly [id: string, username: string, displayName: string, role?: string])[] = [
  ['253795116254666556', 'mira.solberg', 'Mira Solberg', OWNER],
  ['279932341060049709', 'tomasz_k', 'Tomasz', MODERATOR],
  ['440832553390155656', 'ada.okafor', 'Ada Okafor'],
  ['552332001545008116', 'juniper', 'Juniper'],
  ['613842560222322443', 'leif.h', 'Leif Haugen'],
  ['699124504595509341', 'sunniva', 'Sunniva'],
  ['776046110574381359', 'noor.rahman', 'Noor Rahman'],
  ['893161564016177597', 'paolo_v', 'Paolo'],
];

/** A community on its first day: an owner, a moderator, six members without a role, and the bot. */
export function seedCommunity(now: Date): CommunityState {
  const joinedAt = now.toISOString();
  const member = (userId: string, roles: string[]): Member => ({ userId, roles, joinedAt, pending: false });
  const people: User[] = PEOPLE.map(([id, username, displayName]) => ({
    id,
    username,
    displayName,
    bot: false,
  }));
  return {
    version: 1,
    application: { id: BOT_ID, name: 'Rolekeeper', botId: BOT_ID, membersIntent: true },
    users: [...people, { id: BOT_ID, username: 'Rolekeeper', displayName: null, bot: true }],
    guilds: [
      {
        id: GUILD_ID,
        name: 'The Lighthouse',
        ownerId: PEOPLE[0]?.[0] ?? BOT_ID,
        roles: [...ROLES],
        members: [
          ...PEOPLE.map(([id, , , held]) => member(id, held ? [held] : [])),
          member(BOT_ID, ['1087454849272227600']),
        ],
      },
    ],
    history: [],
  };
}
