import { randomBytes } from 'node:crypto';
import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import { isFull, isUnreachable } from '../../database/unreachable.ts';
import { ChatFault, faultText } from '../../i18n/chat-fault.ts';
import type { Words } from '../../i18n/index.ts';
import { md } from '../../i18n/markdown.ts';
import type { Logger } from '../../observability/log.ts';
import { render } from './render.ts';
import type { Button, Choice, Link, Reply, Row, Section } from './reply.ts';
import type { RenderedReply } from './responder.ts';

/** Thrown when work takes longer than its answer can be shown. */
export class OutOfTime extends Error {}

/** Error codes of an interaction that has expired, or that another instance answers. */
const OVER: ReadonlySet<unknown> = new Set([
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged,
  RESTJSONErrorCodes.InvalidWebhookToken,
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.UnknownMessage,
]);

export const isOver = (error: unknown): boolean => error instanceof DiscordAPIError && OVER.has(error.code);

/** Logs an error and returns its explanation: what happened, what to do, and the id of the log entry. */
export function failureOf(error: unknown, words: Words, log: Logger, about: object): Reply {
  const errorId = randomBytes(4).toString('hex');
  const rendered = expected(error, words);
  if (rendered === undefined) log.error({ ...about, errorId, err: error }, 'a command failed unexpectedly');
  else log.warn({ ...about, errorId, err: error }, 'a command failed');
  return {
    tone: 'bad',
    title: words.frame.failed,
    lines:
      rendered === undefined
        ? [md`${words.frame.broken}`, words.frame.errorIdForOperator(errorId)]
        : [md`${rendered}`, words.frame.errorId(errorId)],
  };
}

/** Returns the text for an expected error; undefined for an unexpected one, whose message could contain anything. */
function expected(error: unknown, words: Words): string | undefined {
  if (error instanceof OutOfTime) return words.frame.tooSlow;
  if (isUnreachable(error)) return isFull(error) ? words.frame.databaseFull : words.frame.databaseGone;
  return error instanceof ChatFault ? faultText(words.faults, error) : undefined;
}

/**
 * Renders a reply without its interactive controls; links stay.
 * @param why explanation added at the end
 */
export async function withoutControls(reply: Reply, words: Words, why?: string): Promise<RenderedReply> {
  const sections = (reply.sections ?? []).map(readOnly);
  const told = why === undefined ? sections : [...sections, { lines: [md`⚠️ ${why}`] }];
  const rows = (reply.rows ?? []).map(linksIn);
  return { card: await render({ ...reply, sections: told, rows }, words, nowhere), picture: undefined };
}

function readOnly({ lines, beside, below = [] }: Section): Section {
  const links = below.filter(isLink);
  return {
    lines,
    ...(beside && isLink(beside) && { beside }),
    ...(links.length > 0 && { below: links }),
  };
}

const linksIn = (row: Row): readonly Link[] => ('kind' in row ? [] : row.filter(isLink));

const isLink = (control: Button | Link | Choice): control is Link => control.kind === 'link';

const nowhere = async (): Promise<string> => '';
