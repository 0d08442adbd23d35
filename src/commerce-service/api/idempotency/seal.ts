import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Hash of a request and encryption of its response for storage. Decryption requires the API key. */
export interface AnswerSeal {
  /** Identifies a request without revealing anything about it. */
  hash(request: string): string;
  seal(text: string): string;
  open(sealed: string): string;
}

/**
 * Derives the keys from the credential of a request. Only a hash of the credential is stored, so a copy of the database
 * decrypts nothing, and there is no key to manage.
 * @param purpose binds the sealed text to its record: moved to another one, it can't be opened
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
