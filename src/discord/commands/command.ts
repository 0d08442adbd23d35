import type { TSchema } from 'typebox';
import type { Text } from '../../i18n/index.ts';
import type { Context } from './context.ts';
import { type Options, type Person, readOptions, type Sent, type Values } from './options.ts';
import type { Reply } from './reply.ts';
import type { Answer, Step } from './step.ts';

/**
 * Users of a command and of its buttons, menus and forms: members who may manage the server (`admin`), those of them
 * who also run the bot (`operator`, for commands that affect all its servers), or everyone.
 */
export type Audience = 'admin' | 'operator' | 'everyone';

interface Common {
  readonly audience: Audience;
  /** Whether the whole channel sees the answer; only the user by default. */
  readonly isPublic?: boolean;
  /** All steps that its buttons, menus and forms lead to. Their names are stored, so keep them stable. */
  readonly steps?: Readonly<Record<string, Step<TSchema>>>;
}

/** Executable part of a command: a subcommand, or the command itself if it has none. */
export interface Runnable {
  readonly description: Text;
  readonly options: Options;
  readonly opensForm: boolean;
  invoke(context: Context, sent: ReadonlyMap<string, Sent>): Promise<Answer>;
}

/** Command to type: `/name` or `/name subcommand`. */
export interface SlashCommand extends Common {
  readonly kind: 'slash';
  readonly name: string;
  readonly description: Text;
  readonly runnables: Readonly<Record<string, Runnable>> | Runnable;
}

/** Entry of the context menu of a member. */
export interface MemberMenu extends Common {
  readonly kind: 'member menu';
  /** Internal name; users see `label`. */
  readonly name: string;
  readonly label: Text;
  run(context: Context, member: Person): Promise<Reply>;
}

export type Command = SlashCommand | MemberMenu;

type Run<Of extends Options> =
  | {
      /** Responds with a form first. Do nothing slow before that: the platform expects it within three seconds. */
      readonly opensForm: true;
      run(context: Context, values: Values<Of>): Promise<Answer>;
    }
  | { readonly opensForm?: false; run(context: Context, values: Values<Of>): Promise<Reply> };

type Declared<Of extends Options> = { readonly description: Text; readonly options: Of } & Run<Of>;

/** Declares a subcommand. */
export function subcommand<const Of extends Options>(declared: Declared<Of>): Runnable {
  const { description, opensForm = false, options } = declared;
  const { run }: { run(context: Context, values: Values<Of>): Promise<Answer> } = declared;
  return {
    description,
    opensForm,
    options,
    invoke: (context, sent) => run(context, readOptions(options, sent)),
  };
}

/** Declares a command with subcommands. Most files in the top-level `commands/` export one. */
export const defineCommand = (
  command: Common & {
    readonly name: Lowercase<string>;
    readonly description: Text;
    readonly subcommands: Readonly<Record<Lowercase<string>, Runnable>>;
  },
): SlashCommand => {
  const { subcommands, ...rest } = command;
  return { ...rest, kind: 'slash', runnables: subcommands };
};

export const defineSimpleCommand = <const Of extends Options>(
  command: Common & { readonly name: Lowercase<string> } & Declared<Of>,
): SlashCommand => {
  const { name, description, audience, isPublic = false, steps = {} } = command;
  return {
    name,
    description,
    audience,
    isPublic,
    steps,
    kind: 'slash',
    runnables: subcommand(command),
  };
};

/** Declares an entry of the members' context menu. */
export const defineMemberMenu = (menu: Omit<MemberMenu, 'kind'>): MemberMenu => ({
  ...menu,
  kind: 'member menu',
});

/** Whether a command has no subcommands. */
export const isRunnable = (
  runnables: Extract<Command, { kind: 'slash' }>['runnables'],
): runnables is Runnable => typeof runnables['invoke'] === 'function';
