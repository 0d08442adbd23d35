import type { Community } from '../access/community.ts';
import { listMappings } from '../access/mappings/mappings.ts';
import type { Identity, Permission, Platform } from '../admin/platform.ts';
import { readSettings } from '../admin/settings.ts';
import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import { judgeClock } from './clock.ts';
import { type Check, failed, type Judged, ok, warning } from './finding.ts';

export interface PlatformDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly platform: Platform;
  readonly community: Community;
}

/** Lists the checks of the bot's standing in a guild of the platform. */
export function platformChecks(deps: PlatformDeps, guildId: string): readonly Check[] {
  const { prisma, clock, platform, community } = deps;
  let asked: Promise<Identity> | undefined;
  const identify = (signal: AbortSignal) => {
    asked ??= platform.identify(signal);
    return asked;
  };
  return [
    {
      name: 'token',
      async run(signal) {
        const { name, operatorIds } = await identify(signal);
        return [ok({ code: 'TOKEN_TAKEN', name, operatorIds })];
      },
    },
    {
      name: 'intents',
      async run(signal) {
        const { hasMembersIntent } = await identify(signal);
        return [hasMembersIntent ? ok({ code: 'INTENT_ENABLED' }) : failed({ code: 'INTENT_MISSING' })];
      },
    },
    { name: 'permissions', run: (signal) => checkPermissions(prisma, platform, guildId, signal) },
    { name: 'hierarchy', run: (signal) => checkRoles(prisma, community, guildId, signal) },
    { name: 'log channel', run: (signal) => checkLogChannel(prisma, platform, guildId, signal) },
    {
      name: 'platform clock',
      run: async (signal) => [judgeClock((await identify(signal)).at, clock.now())],
    },
  ];
}

/**
 * The bot always needs Manage Roles, but Kick Members only if a mapping removes members at the end. The mappings are
 * read only if that permission is missing, so that the check usually works without the database.
 */
async function checkPermissions(
  prisma: PrismaClient,
  platform: Platform,
  guildId: string,
  signal: AbortSignal,
): Promise<readonly Judged[]> {
  const allowed = await platform.permissionsIn(guildId, signal);
  const kicks = async () => (await listMappings(prisma, guildId)).some(({ atEnd }) => atEnd === 'kick');
  const missing: Permission[] = [];
  if (!allowed.has('manage roles')) missing.push('manage roles');
  if (!allowed.has('kick members') && (await kicks())) missing.push('kick members');
  if (missing.length === 0) return [ok({ code: 'PERMISSIONS_GIVEN' })];
  return missing.map((permission) => failed({ code: 'PERMISSION_MISSING', permission }));
}

async function checkRoles(
  prisma: PrismaClient,
  community: Community,
  guildId: string,
  signal: AbortSignal,
): Promise<readonly Judged[]> {
  const mappings = await prisma.roleMapping.findMany({ where: { guildId }, orderBy: { roleId: 'asc' } });
  const roleIds = [...new Set(mappings.map(({ roleId }) => roleId))];
  if (roleIds.length === 0) return [warning({ code: 'NOTHING_MAPPED' })];
  const { roles } = await community.getGuild(guildId, signal);
  const byId = new Map(roles.map((role) => [role.id, role]));
  const bad = roleIds.flatMap((roleId) => {
    const role = byId.get(roleId);
    if (!role) return [failed({ code: 'ROLE_DELETED', roleId })];
    if (role.obstacle) return [failed({ code: 'ROLE_OUT_OF_REACH', roleId, obstacle: role.obstacle })];
    const mapped = mappings.filter((mapping) => mapping.roleId === roleId);
    const powers = role.powers.filter((power) =>
      mapped.some(({ confirmedPowers }) => !confirmedPowers.includes(power)),
    );
    return powers.length > 0 ? [warning({ code: 'ROLE_POWERFUL', roleId, powers })] : [];
  });
  return bad.length > 0 ? bad : [ok({ code: 'ROLES_IN_REACH', count: roleIds.length })];
}

async function checkLogChannel(
  prisma: PrismaClient,
  platform: Platform,
  guildId: string,
  signal: AbortSignal,
): Promise<readonly Judged[]> {
  const { logChannelId: channelId } = await readSettings(prisma, guildId);
  if (channelId === null) return [warning({ code: 'NO_LOG_CHANNEL' })];
  const { obstacle, isPublic } = await platform.lookAtChannel(guildId, channelId, signal);
  if (obstacle !== null) return [failed({ code: 'LOG_CHANNEL_UNUSABLE', channelId, obstacle })];
  if (isPublic) return [warning({ code: 'LOG_CHANNEL_PUBLIC', channelId })];
  return [ok({ code: 'LOG_CHANNEL_WRITABLE', channelId })];
}
