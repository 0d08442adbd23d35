import { createHash } from 'node:crypto';
import { RequestMethod } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import Type from 'typebox';
import type { PrismaClient } from '../../database/index.ts';
import type { Logger } from '../../observability/log.ts';
import { type Caller, readAnswer } from '../caller.ts';
import type { Command } from './command.ts';
import { toDefinitions } from './definition.ts';

/** Timeout of a call, in milliseconds. */
const TIMEOUT = 20_000;

const Application = Type.Object({ id: Type.String() });

export interface RegisterDeps {
  readonly call: Caller;
  readonly prisma: PrismaClient;
  readonly log: Logger;
  readonly commands: readonly Command[];
}

/**
 * Registers the commands in these guilds. One call replaces a guild's whole list, so repeating it is harmless. A guild
 * that already has the same commands is skipped unless `force` is set. A failure in one guild doesn't affect the
 * others.
 * @returns the guilds where it failed
 * @throws TypeError naming a command that can't be registered
 */
export async function registerCommands(
  { call, prisma, log, commands }: RegisterDeps,
  guildIds: readonly string[],
  { force = false } = {},
): Promise<readonly string[]> {
  const body = toDefinitions(commands);
  const route = Routes.currentApplication();
  const get = await call(RequestMethod.Get, route, { signal: AbortSignal.timeout(TIMEOUT) });
  const { id: applicationId } = await readAnswer(Application, route, get);
  const hash = createHash('sha256')
    .update(JSON.stringify([applicationId, body]))
    .digest('base64url');
  const failed: string[] = [];
  for (const guildId of guildIds) {
    const known = await prisma.registeredCommands.findUnique({ where: { guildId } });
    if (known?.hash === hash && !force) continue;
    try {
      const route = Routes.applicationGuildCommands(applicationId, guildId);
      await call(RequestMethod.Put, route, { body, signal: AbortSignal.timeout(TIMEOUT) });
      await prisma.registeredCommands.upsert({
        where: { guildId },
        create: { guildId, hash },
        update: { hash },
      });
      log.info({ guildId, commands: body.length }, 'commands registered');
    } catch (error) {
      failed.push(guildId);
      log.error({ err: error, guildId }, 'the commands could not be registered; is the bot in this server?');
    }
  }
  return failed;
}
