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
} as const;

/**
 * An expected "no", in words for whoever asked. The HTTP application answers with its status and message, so
 * the message never holds a secret.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly statusCode: number;

  constructor(reason: keyof typeof STATUS, message: string) {
    super(message);
    this.statusCode = STATUS[reason];
  }
}
