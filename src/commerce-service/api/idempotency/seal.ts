import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is kept of a request and its answer, so that only whoever has the API key can read it. */
export interface AnswerSeal {
  /** Tells a request from every other one, and nothing about it. */
  hash(request: string): string;
  seal(text: string): string;
  open(sealed: string): string;
}

/**
 * The keys come from the credential that a request is made with, of which only a hash is stored: a copy of the database
 * opens nothing, and no key has to be managed.
 * @param purpose what is sealed: sealed text that is moved to another place doesn't open there
 */
export function answerSeal(credential: string, purpose: string): AnswerSeal {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', credential, '', `${use} ${purpose}`, 32));
  return {
    hash: (request) => createHmac('sha256', derive('hash')).update(request).digest('hex'),
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, derive('seal'), nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      const content = Buffer.from(sealed, 'base64');
      const [nonce, rest] = [content.subarray(0, NONCE_BYTES), content.subarray(NONCE_BYTES)];
      const cipher = createDecipheriv(CIPHER, derive('seal'), nonce, { authTagLength: TAG_BYTES });
      cipher.setAuthTag(rest.subarray(0, TAG_BYTES));
      return Buffer.concat([cipher.update(rest.subarray(TAG_BYTES)), cipher.final()]).toString('utf8');
    },
  };
}
