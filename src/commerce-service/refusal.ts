const STATUS = {
  invalid: 400,
  unauthorized: 401,
  declined: 402,
  forbidden: 403,
  'not found': 404,
  conflict: 409,
  'too large': 413,
  unsupported: 415,
  contradictory: 422,
  'too many': 429,
  busy: 503,
} as const;

/**
 * An expected "no", in words for whoever asked. The HTTP application answers with its status and message, so
 * the message never holds a secret.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly statusCode: number;
  /** Seconds after which it may be tried again; undefined where that would change nothing. */
  readonly retryAfter: number | undefined;

  constructor(reason: keyof typeof STATUS, message: string, retryAfter?: number) {
    super(message);
    this.statusCode = STATUS[reason];
    this.retryAfter = retryAfter;
  }
}
