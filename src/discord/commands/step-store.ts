import { randomBytes } from 'node:crypto';
import type { TSchema } from 'typebox';
import type { Clock } from '../../clock.ts';
import type { Prisma, PrismaClient } from '../../database/index.ts';
import type { Command } from './command.ts';
import type { Answers, Target } from './reply.ts';

/** Lifetimes of a step for one user, and of a shared one, in milliseconds. */
const FOR_ASKER = 60 * 60_000;
const FOR_SEVERAL = 30 * 24 * 60 * 60_000;

/** Stored step of a button, a menu or a form. */
export interface KeptStep {
  readonly id: string;
  readonly guildId: string;
  /** The only user who may use it; null for everyone who may use the command. */
  readonly userId: string | null;
  readonly command: string;
  readonly step: string;
  readonly data: Prisma.JsonValue;
  /** Null if it never expires. */
  readonly expiresAt: Date | null;
}

/** First letter of a custom id: how to acknowledge the interaction before its step is loaded. It grants no rights. */
const LETTERS = { update: 'u', reply: 'r', form: 'f' } as const;

/** Custom ids as `keep` writes them. */
const OURS = /^[urf]\.[\w-]{32}$/;

/** @returns how to acknowledge an interaction with this custom id; undefined if it can't be one of ours */
export function answersOf(id: string): Answers | undefined {
  if (!OURS.test(id)) return undefined;
  if (id.startsWith('u.')) return 'update';
  if (id.startsWith('r.')) return 'reply';
  return 'form';
}

interface Whose extends Pick<KeptStep, 'guildId' | 'userId'> {
  readonly isForGood?: boolean;
}

/** Store for steps, shared by all instances of the bot. */
export interface StepStore {
  /** Stores a step. @returns its custom id */
  keep(command: Command, step: Target<TSchema>, data: unknown, whose: Whose): Promise<string>;
  find(id: string): Promise<KeptStep | null>;
  /** Marks a one-time step as used. @returns false if it was already used or has expired */
  take(id: string): Promise<boolean>;
}

export function createStepStore({ prisma, clock }: { prisma: PrismaClient; clock: Clock }): StepStore {
  return {
    async keep(command, step, data, { isForGood = false, ...whose }) {
      const now = clock.now();
      const id = `${LETTERS[step.answers]}.${randomBytes(24).toString('base64url')}`;
      const after = whose.userId === null ? FOR_SEVERAL : FOR_ASKER;
      const expiresAt = isForGood ? null : new Date(now.getTime() + after);
      const named = { command: command.name, step: nameOf(command, step) };
      await prisma.interactionStep.create({
        data: { id, ...whose, ...named, data: toJson(data), expiresAt },
      });
      // Every insert also deletes the expired steps.
      await prisma.interactionStep.deleteMany({ where: { expiresAt: { lt: now } } });
      return id;
    },
    async find(id) {
      const kept = await prisma.interactionStep.findUnique({ where: { id } });
      return kept && (kept.expiresAt === null || kept.expiresAt > clock.now()) ? kept : null;
    },
    async take(id) {
      const now = clock.now();
      const { count } = await prisma.interactionStep.updateMany({
        where: { id, usedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        data: { usedAt: now },
      });
      return count === 1;
    },
  };
}

function nameOf(command: Command, step: Target<TSchema>): string {
  const found = Object.entries(command.steps ?? {}).find(([, each]) => each === step);
  if (found) return found[0];
  throw new TypeError(`The command ${command.name} leads to a step that is not in its list of steps.`);
}

const toJson = (data: unknown): Prisma.InputJsonValue => JSON.parse(JSON.stringify(data));
