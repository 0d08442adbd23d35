/** What an application can ask for, in words for the buyer who is asked. */
export const SCOPES = {
  profile: 'See your name and username',
  email: 'See your e-mail address',
  memberships: 'See your memberships',
  social_accounts: 'See the chat accounts that you have bought for',
} as const;
export type Scope = keyof typeof SCOPES;

const isScope = (name: string): name is Scope => Object.hasOwn(SCOPES, name);

/** The scopes by their names; unknown names are left out. */
export const knownScopes = (names: readonly string[]): Scope[] => [...new Set(names)].filter(isScope);

/**
 * The scopes that a `scope` parameter asks for. Without one it is all of them; those that this service
 * doesn't know are ignored, and the answer says what was given (RFC 6749, 3.3).
 * @returns an empty list when only unknown ones were asked for
 */
export function parseScope(scope: string | undefined): Scope[] {
  const names = (scope ?? '').split(/[\s,]+/).filter((name) => name !== '');
  return names.length === 0 ? knownScopes(Object.keys(SCOPES)) : knownScopes(names);
}
