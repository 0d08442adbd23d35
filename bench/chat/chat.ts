import { randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { freePort } from '../../test/support/ports.ts';
import { startHelper } from '../program.ts';
import { Opened, type Question, Reported } from './questions.ts';

type Wanted = Omit<Extract<Static<typeof Question>, { kind: 'open' }>, 'kind' | 'port' | 'token'>;

const Done = Type.Object({});

/** Starts a chat platform of its own, with its guilds, in a process of its own. */
export async function startChat(wanted: Wanted) {
  const helper = startHelper('chat/chat.helper.ts');
  const token = `${randomUUID()}.of.the-bench`;
  const open = { kind: 'open', port: await freePort(), token, ...wanted };
  const { apiUrl, guilds } = await helper.ask(open, Opened);
  return {
    ...{ token, apiUrl, guilds },
    /** Gives members of the first guild roles. */
    give: (held: readonly { readonly userId: string; readonly roleId: string }[]) =>
      helper.ask({ kind: 'give', held }, Done),
    /** From now on each call takes so much longer, in milliseconds; what was seen before is forgotten. */
    begin: (latency: number) => helper.ask({ kind: 'begin', latency }, Done),
    /** What was seen since then. */
    report: () => helper.ask({ kind: 'report' }, Reported),
    end: () => helper.end(),
  };
}

export type Chat = Awaited<ReturnType<typeof startChat>>;
