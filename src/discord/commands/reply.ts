import type { Static, TSchema } from 'typebox';
import type { Markdown } from '../../i18n/markdown.ts';

/** Answer to an interaction, as a value that `render.ts` converts to the platform's format. */
export interface Reply {
  /** Sets the colour of the edge; neutral by default. */
  readonly tone?: 'good' | 'neutral' | 'warning' | 'bad';
  readonly title: Markdown | string;
  readonly lines?: readonly Markdown[];
  readonly sections?: readonly Section[];
  readonly rows?: readonly Row[];
  readonly picture?: { readonly name: `${string}.png`; readonly data: Uint8Array; readonly alt: string };
  readonly footer?: Markdown | string;
}

/** Section of a reply, optionally with a button beside it or buttons below. */
export interface Section {
  readonly lines: readonly Markdown[];
  readonly beside?: Button | Link;
  readonly below?: readonly (Button | Link)[];
}

/** Row of controls: up to five buttons, or one choice. */
export type Row = readonly (Button | Link)[] | Choice;

/** Way of answering: `update` changes the control's message, `reply` posts a new message, `form` opens a form. */
export type Answers = 'update' | 'reply' | 'form';

/** What a control leads to: a step, without what it does (`step.ts`). */
export interface Target<Data extends TSchema> {
  readonly schema: Data;
  readonly answers: Answers;
}

/** Step that a control leads to, with its data. Both are stored on our side, so clients can't change them. */
interface Leads {
  readonly step: Target<TSchema>;
  readonly data: unknown;
  /** Whether all users of the command may use it, for a month; otherwise only the user who ran it, for an hour. */
  readonly isShared: boolean;
}

export interface Button extends Leads {
  readonly kind: 'button';
  readonly label: string;
  readonly look: 'plain' | 'main' | 'good' | 'danger';
  readonly isDisabled: boolean;
}

export interface Link {
  readonly kind: 'link';
  readonly label: string;
  readonly url: string;
}

/** Select menu, of listed values or of the server's members, roles or text channels. */
export interface Choice extends Leads {
  readonly kind: 'choice';
  readonly hint: string;
  readonly of:
    | readonly { readonly value: string; readonly label: string; readonly note?: string }[]
    | 'members'
    | 'roles'
    | 'channels';
  /** Most values that may be chosen; one by default. */
  readonly most: number;
}

type Options<Of> = Partial<Pick<Of & Leads, Extract<keyof (Of & Leads), 'look' | 'isDisabled' | 'isShared'>>>;

/** Makes a button that leads to a step. */
export const button = <Data extends TSchema>(
  step: Target<Data>,
  data: Static<Data>,
  label: string,
  options: Options<Button> = {},
): Button => ({
  kind: 'button',
  step,
  data,
  label,
  look: 'plain',
  isDisabled: false,
  isShared: false,
  ...options,
});

/** Makes a button that opens a web page. */
export const link = (label: string, url: string): Link => ({ kind: 'link', label, url });

/** Makes a menu that leads to a step, which receives the chosen values. */
export const choice = <Data extends TSchema>(
  step: Target<Data>,
  data: Static<Data>,
  menu: Pick<Choice, 'hint' | 'of'> & Partial<Pick<Choice, 'most' | 'isShared'>>,
): Choice => ({ kind: 'choice', step, data, most: 1, isShared: false, ...menu });
