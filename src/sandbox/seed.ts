import { PermissionFlagsBits } from 'discord-api-types/v10';
import { putMember, putRole } from './changes/change.ts';
import { BOT_PERMISSIONS } from './community.ts';
import type { Channel, Member, Role, User, Write } from './records.ts';

const GUILD_ID = '1085128214315012624';
const BOT_ID = '1087454849272227519';

/** The two roles for sale in a new community. They are below the bot's role, so that it can give them. */
export const PAID_ROLES = {
  supporter: { id: '1092025885658050129', name: 'Supporter' },
  insider: { id: '1092026137316190313', name: 'Insider' },
} as const;

/** Id of a new community's log channel. */
export const ROLE_LOG = '1092027518936776744';

/** Ids of a new community, for other modules. */
export const SEED = { guildId: GUILD_ID, botId: BOT_ID, roles: PAID_ROLES } as const;

const BOT_ROLE = '1087454849272227600';
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

const EVERYBODY = bits(
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.ReadMessageHistory,
  PermissionFlagsBits.UseApplicationCommands,
  PermissionFlagsBits.CreateInstantInvite,
);

const ROLES: readonly Role[] = [
  role(0, GUILD_ID, '@everyone', 0, { hoist: false, permissions: EVERYBODY }),
  role(1, PAID_ROLES.supporter.id, PAID_ROLES.supporter.name, 0x2f9e77),
  role(2, PAID_ROLES.insider.id, PAID_ROLES.insider.name, 0xe0913a),
  role(3, '1085129527135620150', 'Server Booster', 0xd96bb8, {
    managed: true,
    managedFor: { boosters: true },
  }),
  role(4, BOT_ROLE, 'Rolekeeper', 0x5b7be8, {
    managed: true,
    managedFor: { botId: BOT_ID },
    permissions: String(BOT_PERMISSIONS),
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

const CLOSED = { allow: nothing, deny: bits(PermissionFlagsBits.ViewChannel) };
const OPEN = { allow: bits(PermissionFlagsBits.ViewChannel), deny: nothing };
const open = (id: string) => ({ id, of: 'role', ...OPEN }) as const;
const closed = { id: GUILD_ID, of: 'role', ...CLOSED } as const;

const CHANNELS: readonly Channel[] = [
  { id: '1085128214742831114', name: 'general', position: 0, overwrites: [] },
  {
    id: '1092027245342253106',
    name: 'supporters',
    position: 1,
    overwrites: [closed, open(PAID_ROLES.supporter.id), open(PAID_ROLES.insider.id), open(BOT_ROLE)],
  },
  {
    id: ROLE_LOG,
    name: 'role-log',
    position: 2,
    overwrites: [closed, open(MODERATOR), open(BOT_ROLE)],
  },
].map((channel) => ({ ...channel, in: { guildId: GUILD_ID } }));

/** Returns a new community: an owner, a moderator, six members without roles, and the bot. */
export function seedCommunity(now: Date): Write[] {
  const joinedAt = now.toISOString();
  const member = (userId: string, roles: string[]): Member => ({ userId, roles, joinedAt, pending: false });
  const people = PEOPLE.map(([id, username, displayName]) => ({ id, username, displayName, bot: false }));
  const users: User[] = [...people, { id: BOT_ID, username: 'Rolekeeper', displayName: null, bot: true }];
  const application = { id: BOT_ID, name: 'Rolekeeper', botId: BOT_ID, membersIntent: true };
  const guild = { id: GUILD_ID, name: 'The Lighthouse', ownerId: PEOPLE[0]?.[0] ?? BOT_ID };
  return [
    { kind: 'application', within: '', id: BOT_ID, value: application },
    ...users.map((value): Write => ({ kind: 'user', within: '', id: value.id, value })),
    { kind: 'guild', within: '', id: GUILD_ID, value: guild },
    ...ROLES.map((role) => putRole(GUILD_ID, role)),
    ...PEOPLE.map(([id, , , held]) => putMember(GUILD_ID, member(id, held ? [held] : []))),
    putMember(GUILD_ID, member(BOT_ID, [BOT_ROLE])),
    ...CHANNELS.map((value): Write => ({ kind: 'channel', within: '', id: value.id, value })),
  ];
}
