import type { Context } from '../../src/discord/commands/context.ts';
import { button, type Reply } from '../../src/discord/commands/reply.ts';
import { pageLink } from '../components/page-link.ts';
import { goOn, toCancel, toTerminate } from './changes.ts';
import { factsOf, headOf, type Membership } from './facts.ts';
import { describeEntry, earlierRow, NEWEST } from './history.ts';

/** Shows all details of a membership, with buttons to change it. */
export async function show(context: Context, membership: Membership): Promise<Reply> {
  const { words: all, features, guildId, signal } = context;
  const words = all.memberships;
  const { id } = membership;
  const ending = await features.access.previewEnding(guildId, id, all.reasons, signal);
  const history = await features.memberships.history(guildId, id, { limit: NEWEST, words: all.reasons });
  const given = ending.roles.filter(({ isGiven }) => isGiven);
  const entries = history.entries.map((entry) => describeEntry(context, entry));
  return {
    title: words.titles.one,
    lines: [headOf(context, membership), ...factsOf(context, membership, ending)],
    sections: [
      ...(membership.source.by === 'nobody'
        ? []
        : [
            {
              lines:
                given.length > 0
                  ? given.map(({ roleId, has }) => words.gives(roleId, has))
                  : [words.givesNone],
            },
          ]),
      { lines: [words.historyTitle, ...(entries.length > 0 ? entries : [words.noHistory])] },
    ],
    rows: [controls(context, membership), ...earlierRow(context, id, history)],
  };
}

function controls({ words: all, features }: Context, membership: Membership) {
  const words = all.memberships;
  const { id, cancelAtPeriodEnd, manageUrl, periodEndsAt, source } = membership;
  const manage = pageLink(words.manage, manageUrl);
  if (features.memberships.isOver(membership)) return manage;
  const cancellation = cancelAtPeriodEnd
    ? [button(goOn, { id }, words.undo)]
    : // A service that can't be queried about memberships can only terminate them.
      periodEndsAt && source.by === 'service'
      ? [button(toCancel, { id }, words.cancelIt)]
      : [];
  return [button(toTerminate, { id }, words.terminateIt, { look: 'danger' }), ...cancellation, ...manage];
}
