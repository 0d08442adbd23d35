import type { Text } from '../../i18n/index.ts';
import { TranslatedError } from '../../i18n/translated-error.ts';

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

/** An expected refusal. Its text is sent to the client, so it must not contain secrets. */
export class Refusal extends TranslatedError {
  override readonly name = 'Refusal';
  readonly statusCode: number;
  /** Seconds until a retry may succeed; undefined if a retry wouldn't help. */
  readonly retryAfter: number | undefined;

  /** @param said a text of the catalogue; or English, for what only programs cause */
  constructor(reason: keyof typeof STATUS, said: string | Text, retryAfter?: number) {
    super(typeof said === 'string' ? ({ refusals }) => refusals.forPrograms(said) : said);
    this.statusCode = STATUS[reason];
    this.retryAfter = retryAfter;
  }
}
