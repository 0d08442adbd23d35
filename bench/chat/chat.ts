import { randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { freePort } from '../../test/support/ports.ts';
import { startHelper } from '../program.ts';
import { Opened, type Question, Reported } from './questions.ts';

type Wanted = Omit<Extract<Static<typeof Question>, { kind: 'open' }>, 'kind' | 'port' | 'token'>;

const Done = Type.Object({});

/** Starts a chat platform with its guilds, in a process of its own. */
export async function startChat(wanted: Wanted) {
  const helper = startHelper('chat/chat.helper.ts');
  const token = `${randomUUID()}.of.the-bench`;
  const open = { kind: 'open', port: await freePort(), token, ...wanted };
  const { apiUrl, guilds } = await helper.ask(open, Opened);
  return {
    token,
    apiUrl,
    guilds,
    give: (held: readonly { readonly userId: string; readonly roleId: string }[]) =>
      helper.ask({ kind: 'give', held }, Done),
    /** Adds a latency to all further calls, in milliseconds, and resets the report. */
    begin: (latency: number) => helper.ask({ kind: 'begin', latency }, Done),
    report: () => helper.ask({ kind: 'report' }, Reported),
    end: () => helper.end(),
  };
}

export type Chat = Awaited<ReturnType<typeof startChat>>;
