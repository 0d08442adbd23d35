import type { Context } from '../../src/discord/commands/context.ts';
import { type Link, link, type Reply, type Section } from '../../src/discord/commands/reply.ts';
import { storedFaultText } from '../../src/i18n/chat-fault.ts';
import type { Markdown } from '../../src/i18n/markdown.ts';
import { membershipNames, namedReasons } from './membership-names.ts';
import { pageLink } from './page-link.ts';

type Membership = Awaited<ReturnType<Context['features']['members']['overview']>>['memberships'][number];
type Role = Awaited<ReturnType<Context['features']['access']['why']>>['roles'][number];

/** Maximum number of memberships shown; a message can hold 40 components. */
const SHOWN = 8;

/** Shows a member's memberships and their roles: to the member with manage links, to an admin without. */
export async function membershipsReply(context: Context, userId: string, isOwn: boolean): Promise<Reply> {
  const { features, guildId, words, signal } = context;
  const say = words.membership;
  const name = await membershipNames(context, isOwn);
  const { memberships, isComplete } = await features.members.overview(userId, signal);
  const named = isOwn ? memberships.filter((one) => name(one) !== say.unnamed) : [];
  const names = new Map(named.map((one) => [one.id, name(one)]));
  const { roles } = await features.access.why({ guildId, userId }, namedReasons(words, names), signal);
  const linkRow = isOwn && memberships.length === 0 ? await offerLink(context) : [];
  const none = linkRow.length > 0 ? say.noneYet : isOwn ? say.none : say.noneOf(userId);
  const others = memberships.length - SHOWN;
  const told = roles.flatMap((role) => sayRole(context, role, isOwn));
  return {
    title: isOwn ? say.title : say.titleOf,
    lines: [...(isOwn ? [] : [say.of(userId)]), ...(memberships.length === 0 ? [none] : [])],
    sections: [
      ...memberships.slice(0, SHOWN).map((one) => sayMembership(context, one, name, isOwn)),
      ...(others > 0 ? [{ lines: [say.more(others)] }] : []),
      ...(told.length > 0 ? [{ lines: [isOwn ? say.roles : say.rolesOf, ...told] }] : []),
      ...(isComplete ? [] : [{ lines: [say.incomplete] }]),
    ],
    rows: [linkRow],
  };
}

/** Offers to link a commerce account, unless linking is unavailable or blocked for the member. */
async function offerLink({ features, userId, words }: Context): Promise<readonly Link[]> {
  const url = features.linking.startUrl(userId);
  if (url === undefined || (await features.linking.standing(userId)).forbiddenUntil) return [];
  return [link(words.linking.linkButton, url)];
}

/** The manage link is for the buyer only. */
function sayMembership(
  { words: { membership: say } }: Context,
  membership: Membership,
  name: (membership: Membership) => string,
  isOwn: boolean,
): Section {
  const { id, status, manageUrl } = membership;
  const lines = [say.heading(name(membership), status), when(say, membership), say.id(id)];
  const [beside] = isOwn ? pageLink(say.manage, manageUrl) : [];
  return { lines, ...(beside && { beside }) };
}

function when(say: Context['words']['membership'], membership: Membership): Markdown {
  const { status, valid, endedAt, expiresAt, periodEndsAt, cancelAtPeriodEnd } = membership;
  if (!valid) return say.ended(endedAt);
  const end = cancelAtPeriodEnd ? (periodEndsAt ?? expiresAt) : expiresAt;
  if (end) return say.ends(end);
  if (!periodEndsAt) return say.lasting;
  return status === 'trialing' ? say.becomesPaid(periodEndsAt) : say.runs(periodEndsAt);
}

/** Omits roles that the member neither has nor has a membership for. */
function sayRole({ words }: Context, role: Role, isOwn: boolean): readonly Markdown[] {
  const { membership: say, access, faults, reasons: known } = words;
  const { roleId, has, action, problem } = role;
  const reasons = role.reasons.filter((reason) => reason !== known.noMembership).map(say.reason);
  if (!has && reasons.length === 0) return [];
  const stuck =
    problem === null ? [] : [isOwn ? say.stuck(roleId) : access.stuck(storedFaultText(faults, problem))];
  if (action === 'grant') return [...(stuck.length > 0 ? stuck : [say.comes(roleId)]), ...reasons];
  if (action === 'revoke') return [say.goes(roleId), ...reasons];
  return [has ? say.has(roleId) : say.lacks(roleId), ...reasons];
}
