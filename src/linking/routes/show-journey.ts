import type { FastifyReply } from 'fastify';
import type { Words } from '../../i18n/index.ts';
import { pageHeaders } from '../../pages/headers.ts';
import type { Arrivals, WatchArrivals } from '../arrivals.ts';
import type { Journey, JourneyDeps } from '../journey.ts';
import { isLinked, isMove } from '../links.ts';
import { donePage } from '../pages/done.ts';
import { STYLE_HASH } from '../pages/frame.ts';
import { confirmPage, type Place, purchasesPage } from '../pages/journey.ts';
import { show, showFailure } from './answers.ts';

export type ShowDeps = JourneyDeps & { readonly arrivals: WatchArrivals };

/** Returns whether the link that the journey led to still exists. */
export const isStillLinked = ({ prisma }: ShowDeps, { commerceUserId, chatUserId }: Journey) =>
  isLinked(prisma, commerceUserId ?? '', chatUserId ?? '');

/** Sends the page of the journey's current step. */
export async function showJourney(
  deps: ShowDeps,
  { words, reply }: { readonly words: Words; readonly reply: FastifyReply },
  place: Place,
  journey: Journey,
  signal: AbortSignal,
): Promise<FastifyReply> {
  const { chatName, commerceName, commerceUserId, chatUserId } = journey;
  const names = { chatName: chatName ?? '', commerceName: commerceName ?? '' };
  switch (journey.step) {
    case 'chat':
      return reply.redirect(place.base, 303);
    case 'commerce':
      return show(reply, purchasesPage(words, place, names.chatName));
    case 'confirm': {
      const moves = await isMove(deps.prisma, commerceUserId ?? '', chatUserId ?? '');
      return show(reply, confirmPage(words, place, { ...names, moves }));
    }
    case 'done': {
      if (!(await isStillLinked(deps, journey)))
        return showFailure(words, reply, { kind: 'ended' }, place.base);
      await reply.helmet(livePageHeaders());
      const arrivals = await arrivalsOf(deps, journey, signal);
      return show(reply, donePage(words, place.base, names, arrivals));
    }
  }
}

/** Returns undefined if the platform's names can't be read at the moment; the page then shows less. */
export async function arrivalsOf(
  deps: ShowDeps,
  { chatUserId }: Journey,
  signal: AbortSignal,
): Promise<Arrivals | undefined> {
  try {
    return await deps.arrivals(chatUserId ?? '', signal);
  } catch (error) {
    deps.log.warn({ err: error }, 'linking: the names of roles could not be loaded');
    return undefined;
  }
}

/** Headers of the final page, the only one with a script: allow our own script and its requests. */
function livePageHeaders() {
  const headers = pageHeaders(STYLE_HASH);
  const own = { scriptSrc: ["'self'"], connectSrc: ["'self'"] };
  const { contentSecurityPolicy: policy } = headers;
  return {
    ...headers,
    contentSecurityPolicy: { ...policy, directives: { ...policy.directives, ...own } },
  };
}
