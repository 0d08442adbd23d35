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

/** An expected refusal. Its message is sent to the client, so it must not contain secrets. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly statusCode: number;
  /** Seconds until a retry may succeed; undefined if a retry wouldn't help. */
  readonly retryAfter: number | undefined;

  constructor(reason: keyof typeof STATUS, message: string, retryAfter?: number) {
    super(message);
    this.statusCode = STATUS[reason];
    this.retryAfter = retryAfter;
  }
}
