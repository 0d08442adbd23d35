import type { Static, TSchema } from 'typebox';
import type { Markdown } from '../../words/markdown.ts';
import type { Step } from './step.ts';

/** What is said in answer: a value, which `render.ts` turns into what the platform shows. */
export interface Reply {
  /** The colour at its edge; neutral when left out. */
  readonly tone?: 'good' | 'neutral' | 'warning' | 'bad';
  readonly title: Markdown | string;
  /** Below the title, a line each. */
  readonly lines?: readonly Markdown[];
  /** Parts, with a rule between them. */
  readonly sections?: readonly Section[];
  readonly rows?: readonly Row[];
  /** A picture, shown below the text. */
  readonly picture?: { readonly name: `${string}.png`; readonly data: Uint8Array; readonly alt: string };
  /** Small print at the end. */
  readonly footer?: Markdown | string;
}

/** A part of a reply, perhaps with a button beside it, or with buttons below. */
export interface Section {
  readonly lines: readonly Markdown[];
  readonly beside?: Button | Link;
  readonly below?: readonly (Button | Link)[];
}

/** Controls beside each other: up to five buttons, or one choice. */
export type Row = readonly (Button | Link)[] | Choice;

/** Where pressing or choosing leads: the step, and what it is to know. Nobody but us can change either. */
interface Leads {
  readonly step: Step<TSchema>;
  readonly data: unknown;
  /** Whether all may use it who may use the command, for a month; otherwise only who asked, for an hour. */
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

/** A menu: of what is listed, or of the server's members, roles or text channels. */
export interface Choice extends Leads {
  readonly kind: 'choice';
  readonly hint: string;
  readonly of:
    | readonly { readonly value: string; readonly label: string; readonly note?: string }[]
    | 'members'
    | 'roles'
    | 'channels';
  /** How many may be chosen; one when left out. */
  readonly most: number;
}

type Options<Of> = Partial<Pick<Of & Leads, Extract<keyof (Of & Leads), 'look' | 'isDisabled' | 'isShared'>>>;

/** A button that leads to a step. */
export const button = <Data extends TSchema>(
  step: Step<Data>,
  data: Static<Data>,
  label: string,
  options: Options<Button> = {},
): Button => ({
  ...{ kind: 'button', step, data, label, look: 'plain', isDisabled: false, isShared: false },
  ...options,
});

/** A button that opens a page. */
export const link = (label: string, url: string): Link => ({ kind: 'link', label, url });

/** A menu that leads to a step, which gets what was chosen. */
export const choice = <Data extends TSchema>(
  step: Step<Data>,
  data: Static<Data>,
  menu: Pick<Choice, 'hint' | 'of'> & Partial<Pick<Choice, 'most' | 'isShared'>>,
): Choice => ({ ...{ kind: 'choice', step, data, most: 1, isShared: false }, ...menu });
