/** The rights with which an API key is shown secrets: those to change what they belong to. */
export const SECRET_SCOPES = ['memberships:write', 'plans:write', 'promo_codes:write'] as const;

/** What a field of an answer says of itself that is worth more than reading: it lets its holder buy, or be somebody. */
export interface SecretMark {
  readonly scope: (typeof SECRET_SCOPES)[number];
  readonly hidden: keyof typeof HIDDEN_AS;
}

/** What stands in the place of a secret. */
export const HIDDEN_AS = {
  null: () => null,
  /** An address goes on without what it carries. */
  'without query': (value: unknown) => (typeof value === 'string' ? (value.split('?', 1)[0] ?? '') : null),
  'without password': (value: unknown) => (typeof value === 'string' ? withoutPassword(value) : null),
} as const;

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('password');
  return url.href;
}

/**
 * Marks a field as secret from API keys that lack a scope. Belongs among the options of the field's own schema, where
 * the description of the API shows it too.
 */
export const secret = (scope: SecretMark['scope'], hidden: SecretMark['hidden'] = 'null') => ({
  'x-secret': { scope, hidden },
});
