import Value from 'typebox/value';
import { isStorable } from '../api/tolerance.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { Order } from './order.ts';

/** Initial values of the form; empty where nothing is known. */
export interface Filled {
  readonly email: string;
  readonly username: string;
  readonly community_chat_id: string;
  /** Address and chat id from the link. Kept when the page is shown again, so that the buyer sees the notice each time. */
  readonly linked_email: string;
  readonly linked_chat_id: string;
  readonly quantity: string;
  readonly promo_code: string;
  readonly payment_method: string;
  readonly password: string;
  readonly claim: string;
  readonly session: string;
  readonly checkout_session: string;
  /** Answers by question id. */
  readonly custom_fields: Readonly<Record<string, string>>;
}

/** Field that a form sends to get the page again with the input so far, without buying. */
export const PREVIEW = 'preview';

export const isPreview = (body: unknown): boolean => Object.hasOwn(asRecord(body), PREVIEW);

/**
 * Returns the form's initial values. Never sends a card number back. Takes the checkout session from a submitted form,
 * but never from a link, because the link's author would know it.
 */
export function fill(service: Service, query: unknown, body?: unknown): Filled {
  const link = asRecord(query);
  const all: object = {
    ...link,
    linked_email: 'email' in link ? link.email : undefined,
    linked_chat_id: 'community_chat_id' in link ? link.community_chat_id : undefined,
    checkout_session: undefined,
    ...asRecord(body),
  };
  const text = (name: string): string => {
    const found = Object.entries(all).find(([key]) => key === name)?.[1];
    const given = typeof found === 'string' || typeof found === 'number' ? String(found) : '';
    // A request with a value that the database can't store was refused. The page must not look that value up.
    return isStorable(given) ? given : '';
  };
  const session = text('checkout_session');
  return {
    email: text('email'),
    username: text('username'),
    community_chat_id: text('community_chat_id'),
    linked_email: text('linked_email'),
    linked_chat_id: text('linked_chat_id'),
    quantity: text('quantity') || '1',
    promo_code: text('promo_code'),
    payment_method: text('payment_method'),
    password: text('password'),
    claim: text('claim'),
    session: text('session'),
    checkout_session: Value.Check(Order.properties.checkout_session, session)
      ? session
      : newId(service.clock, 'checkout'),
    custom_fields: answersIn(body),
  };
}

export const answerName = (id: string): string => `custom_fields[${id}]`;

/** Collects a form's answers, which arrive as one field each, in `custom_fields`. */
export function withAnswers(body: unknown): unknown {
  if (Array.isArray(body)) return body;
  const fields = Object.entries(asRecord(body));
  const answers = fields.flatMap(([name, value]) => {
    const [, id] = /^custom_fields\[(\w+)\]$/.exec(name) ?? [];
    return id === undefined ? [] : [[id, value] as const];
  });
  if (answers.length === 0) return body;
  const rest = fields.filter(([name]) => !name.startsWith('custom_fields'));
  return { ...Object.fromEntries(rest), custom_fields: Object.fromEntries(answers) };
}

/** Reads the answers from an unvalidated body, since the order may be refused because of them. */
function answersIn(body: unknown): Record<string, string> {
  const { custom_fields } = { custom_fields: undefined, ...asRecord(body) };
  const given = Object.entries(asRecord(custom_fields)).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(given.filter(([, value]) => isStorable(value)));
}

/** Normalizes a form's texts: drops empty fields, trims all but the password, and converts the quantity. */
export function withoutBlanks(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body)
      .map(([name, value]) => [name, typeof value === 'string' && name !== 'password' ? value.trim() : value])
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, name === 'quantity' && /^\d+$/.test(value) ? Number(value) : value]),
  );
}

/** Adds the password, claim, promo code and session from the link's query, unless the body has its own. */
export function withLink(body: unknown, query: unknown): unknown {
  if (Array.isArray(body)) return body;
  const carried = Object.entries(asRecord(query)).filter(([name]) => CARRIED.includes(name));
  return { ...Object.fromEntries(carried), ...asRecord(body) };
}

const CARRIED = ['password', 'claim', 'promo_code', 'session'];

const asRecord = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
