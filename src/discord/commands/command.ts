import type { TSchema } from 'typebox';
import type { Text } from '../../words/index.ts';
import type { Context } from './context.ts';
import { type Options, type Person, readOptions, type Sent, type Values } from './options.ts';
import type { Reply } from './reply.ts';
import type { Answer, Step } from './step.ts';

/**
 * Who may use a command, and all its buttons, menus and forms: those who may manage the server, those of them who run
 * the bot (for what concerns all its servers), or everybody.
 */
export type Audience = 'admin' | 'operator' | 'everyone';

interface Common {
  readonly audience: Audience;
  /** Whether all in the channel see the answer; only who asked, when left out. */
  readonly isPublic?: boolean;
  /** Where its buttons, menus and forms lead; all of them are listed here, by a name that is kept. */
  readonly steps?: Readonly<Record<string, Step<TSchema>>>;
}

/** What is run: a command that has no subcommands, or one of them. */
export interface Runnable {
  readonly description: Text;
  readonly options: Options;
  readonly opensForm: boolean;
  invoke(context: Context, sent: ReadonlyMap<string, Sent>): Promise<Answer>;
}

/** A command that is typed: `/name`, or `/name subcommand`. */
export interface SlashCommand extends Common {
  readonly kind: 'slash';
  readonly name: string;
  readonly description: Text;
  readonly runnables: Readonly<Record<string, Runnable>> | Runnable;
}

/** An entry of the menu that every member has. */
export interface MemberMenu extends Common {
  readonly kind: 'member menu';
  /** Its name for programs. */
  readonly name: string;
  readonly label: Text;
  run(context: Context, member: Person): Promise<Reply>;
}

export type Command = SlashCommand | MemberMenu;

type Run<Of extends Options> =
  | {
      /** Its first answer is a form. Nothing slow may come before it: it is due within three seconds. */
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
    ...{ description, opensForm, options },
    invoke: (context, sent) => run(context, readOptions(options, sent)),
  };
}

/** Declares a command with subcommands. A file in `commands/` exports one. */
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

/** Declares a command without subcommands. */
export const defineSimpleCommand = <const Of extends Options>(
  command: Common & { readonly name: Lowercase<string> } & Declared<Of>,
): SlashCommand => {
  const { name, description, audience, isPublic = false, steps = {} } = command;
  return {
    ...{ name, description, audience, isPublic, steps },
    kind: 'slash',
    runnables: subcommand(command),
  };
};

/** Declares an entry of the members' menu. */
export const defineMemberMenu = (menu: Omit<MemberMenu, 'kind'>): MemberMenu => ({
  ...menu,
  kind: 'member menu',
});
