import type { TSchema } from 'typebox';
import { Account, AccountChange, Company } from '../accounts/schema.ts';
import { Pagination } from '../api/schema.ts';
import { ApiKey, CreatedApiKey } from '../api-keys/schema.ts';
import { Joined, Order, Purchased } from '../checkout/order.ts';
import { CheckoutSession, NewCheckoutSession } from '../checkout-sessions/schema.ts';
import { User } from '../customers/schema.ts';
import { Entry, JoinedEntry } from '../entries/schema.ts';
import { Membership } from '../memberships/schema.ts';
import { CreatedOAuthClient, OAuthClient } from '../oauth/client-schema.ts';
import { Payment, Refund } from '../payments/schema.ts';
import { NewPlan, NewQuickLink, PlanChange } from '../plans/new-plan-schema.ts';
import { Currency, Plan } from '../plans/schema.ts';
import { Product } from '../products/schema.ts';
import { NewPromoCode, PromoCode, PromoCodeChange } from '../promo-codes/schema.ts';
import { CreatedWebhook, Delivery, Webhook } from '../webhooks/schema.ts';
import { asObject, ErrorAnswer, OAuthErrorAnswer } from './answers.ts';

const NAMED: Readonly<Record<string, TSchema>> = {
  Account,
  AccountChange,
  ApiKey,
  CheckoutSession,
  Company,
  CreatedApiKey,
  CreatedOAuthClient,
  CreatedWebhook,
  Currency,
  Delivery,
  Entry,
  Error: ErrorAnswer,
  Joined,
  JoinedEntry,
  Membership,
  NewCheckoutSession,
  NewPlan,
  NewPromoCode,
  NewQuickLink,
  OAuthClient,
  OAuthError: OAuthErrorAnswer,
  Order,
  Pagination,
  Payment,
  Plan,
  PlanChange,
  Product,
  PromoCode,
  PromoCodeChange,
  Purchased,
  Refund,
  User,
  Webhook,
};

const NAME_OF = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]));

/**
 * Replaces every named schema with a reference, so that the description says `Plan` where it means a plan. That is
 * shorter, and gives generated clients a type for it. Schemas are recognised by their content.
 */
export function withComponents(document: object): object {
  const schemas = Object.fromEntries(
    Object.entries(NAMED).map(([name, schema]) => [name, { title: name, ...optional(refersWithin(schema)) }]),
  );
  const lifted = replaceNamed(document);
  const before =
    'components' in document && typeof document.components === 'object' ? document.components : {};
  return { ...lifted, components: { ...before, schemas } };
}

const refersWithin = (schema: TSchema): object =>
  Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, replace(value)]));

const replaceNamed = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]));

function replace(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replace);
  if (typeof value !== 'object' || value === null) return value;
  const name = NAME_OF.get(JSON.stringify(value));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return optional(typed(placeBody(replaceNamed(value))));
}

/** Marks a route whose body may be omitted, because the generator marks every body as required. */
export const OPTIONAL_BODY = 'x-optional-body';
/** Holds a route's example body, outside the schema, so that the schema still matches its named one. */
export const EXAMPLE_BODY = 'x-example-body';

/** Moves an operation's `OPTIONAL_BODY` and `EXAMPLE_BODY` to their places in OpenAPI. */
function placeBody(operation: object): object {
  if (!('requestBody' in operation)) return operation;
  const {
    [OPTIONAL_BODY]: isOptional,
    [EXAMPLE_BODY]: example,
    requestBody,
    ...others
  } = asObject(operation);
  const body = asObject(requestBody);
  const content = Object.fromEntries(
    Object.entries(asObject(body['content'])).map(([type, media]) => [
      type,
      { ...asObject(media), ...(example !== undefined && { example }) },
    ]),
  );
  return { ...others, requestBody: { ...body, content, ...(isOptional === true && { required: false }) } };
}

/**
 * Marks parameters and fields with a default as optional. Their schemas say `required`, because they are always present
 * once defaults are applied.
 */
function optional(schema: object): object {
  if ('in' in schema && 'schema' in schema && hasDefault(schema.schema))
    return { ...schema, required: false };
  if (!('required' in schema && 'properties' in schema && Array.isArray(schema.required))) return schema;
  const fields = new Map(Object.entries(schema.properties ?? {}));
  return { ...schema, required: schema.required.filter((name) => !hasDefault(fields.get(name))) };
}

const hasDefault = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'default' in schema;

/** Adds the type to an enum of strings, for client generators. */
function typed(schema: object): object {
  const isOfTexts =
    'enum' in schema &&
    Array.isArray(schema.enum) &&
    !('type' in schema) &&
    schema.enum.every((value) => typeof value === 'string');
  return isOfTexts ? { type: 'string', ...schema } : schema;
}
