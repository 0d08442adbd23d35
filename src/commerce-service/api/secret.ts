/** Scopes that an API key needs to see secrets: write access to the resource that holds the secret. */
export const SECRET_SCOPES = ['memberships:write', 'plans:write', 'promo_codes:write'] as const;

/** Marks a response field as a secret, which lets its holder buy something or act as a buyer. */
export interface SecretMark {
  readonly scope: (typeof SECRET_SCOPES)[number];
  readonly hidden: keyof typeof HIDDEN_AS;
}

/** Values shown instead of a secret. */
export const HIDDEN_AS = {
  null: () => null,
  /** Returns an address without its query. */
  'without query': (value: unknown) => (typeof value === 'string' ? (value.split('?', 1)[0] ?? '') : null),
  'without password': (value: unknown) => (typeof value === 'string' ? withoutPassword(value) : null),
} as const;

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('password');
  return url.href;
}

/**
 * Marks a field as a secret, hidden from API keys that lack a scope. Spread the result into the options of the field's
 * own schema, so that the API's description shows the mark too.
 */
export const secret = (scope: SecretMark['scope'], hidden: SecretMark['hidden'] = 'null') => ({
  'x-secret': { scope, hidden },
});
