import type { CommandOption } from '../../../application-commands/schema.ts';
import type { Modal } from '../../../interactions/modal.ts';
import type { Result } from '../../interaction-routes.ts';
import type { Journey } from '../../journeys.ts';
import type { ShopMembership, ShopProduct } from '../../storefront.ts';
import type { Member, Message, View } from '../../view/index.ts';
import type { toMemberPage } from '../../view/people.ts';

export interface State {
  view: View | undefined;
  connection: string;
  tab: string;
  /** The found page of members; undefined if the view lists all members. */
  found: MemberPage | undefined;
  /** Undefined before it is loaded, null if it can't be reached. */
  shop: Shelves | null | undefined;
  journeys: readonly Journey[] | undefined;
  /** Id of the member whose profile is open. */
  profile: string | undefined;
  /** The bot's form that is open. */
  form: OpenForm | undefined;
  isJoining: boolean;
  /** Commands that are unanswered or have failed. */
  waiting: readonly Waiting[];
  /** Ids of ephemeral messages that the reader dismissed. */
  dismissed: readonly string[];
  /** Announcements to screen readers: events, and results of key presses. */
  news: string;
  moved: string;
  /** The error shown for a few seconds. */
  trouble: string;
}

export type MemberPage = ReturnType<typeof toMemberPage>;

export interface OpenForm {
  readonly id: string;
  readonly form: Modal;
  readonly submit: (fields: Record<string, string | string[]>) => Promise<Result>;
}

export interface Waiting {
  readonly id: number;
  readonly name: string;
  readonly command: string;
  readonly failure?: string;
}

export interface Command {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CommandOption[];
}

export type Values = Record<string, string | number | boolean>;

/** The shop as one member sees it; no memberships if the shop is remote. */
export interface Shelves {
  readonly as: string;
  readonly products: readonly ShopProduct[];
  readonly memberships: readonly ShopMembership[] | null;
}

export interface Choice {
  readonly value: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly isDefault?: boolean;
}

/** What the parts of a message need. In a form it is empty. */
export interface Context {
  readonly message?: Message;
  /** Id of the component whose use awaits the bot's answer. */
  readonly busy?: string;
  readonly use?: Use;
}

export type Use = (deed: Press | Choose) => Promise<void>;
type Press = { readonly kind: 'press'; readonly component: string };
type Choose = { readonly kind: 'choose'; readonly component: string; readonly values: string[] };

/** Shown person: a member, an author, or the bot. */
export type Person = Pick<Member, 'id' | 'name'> & { readonly bot?: boolean };
export type Colored = { readonly name: string; readonly color: string | null };
