import type { LocalCommunity } from '../../community.ts';
import type { Entry } from '../../records.ts';
import type { Guild } from '../../state.ts';
import { nameOf, toCssColor } from './people.ts';

const LENGTH = 60;

/** Returns the latest entries, newest first. */
export const toActivity = ({ state }: LocalCommunity, guild: Guild) =>
  [...state.history.values()]
    .filter(({ guildId }) => guildId === guild.id)
    .slice(-LENGTH)
    .reverse()
    .map((entry) => toItem(state, guild, entry));

function toItem(state: LocalCommunity['state'], guild: Guild, entry: Entry) {
  const role = guild.roles.get(entry.role?.id ?? '');
  return {
    id: entry.id,
    at: entry.at,
    kind: entry.kind,
    by: nameOf(state.users.get(entry.by)),
    ...(entry.userId !== undefined && { who: nameOf(state.users.get(entry.userId)) }),
    ...(entry.role && { role: { name: entry.role.name, color: toCssColor(role?.color ?? 0) } }),
    ...(entry.reason && { reason: entry.reason }),
  };
}
