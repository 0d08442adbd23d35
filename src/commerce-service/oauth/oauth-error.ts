const STATUS = {
  invalid_request: 400,
  invalid_grant: 400,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  invalid_client: 401,
} as const;

/** Error of the token and revocation endpoints, with a code of RFC 6749, 5.2. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly error: keyof typeof STATUS;
  readonly statusCode: number;

  constructor(error: keyof typeof STATUS, description: string) {
    super(description);
    this.error = error;
    this.statusCode = STATUS[error];
  }
}
