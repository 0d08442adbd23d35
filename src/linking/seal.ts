import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { TokenKey } from '../config/secrets.ts';
import { Fault } from '../errors.ts';

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';

/** Bytes of the nonce, as specified for GCM. */
const NONCE = 12;

/** Encrypts tokens, so that a leaked database doesn't reveal them. */
export interface Seal {
  /** @param purpose kind and owner of the text. Text moved to another row can't be opened there. */
  seal(text: string, purpose: string): string;
  /** @throws Fault `SEAL_BROKEN` if the key is gone, or the text was altered or sealed for another purpose */
  open(sealed: string, purpose: string): string;
  /** Prefix of everything sealed with the newest key. */
  readonly prefix: string;
}

/** @param keys newest first. The first one seals; each opens what it has sealed. */
export function createSeal(keys: readonly [TokenKey, ...TokenKey[]]): Seal {
  const [{ id, key }] = keys;
  const prefix = `${VERSION}.${id}.`;
  return {
    prefix,
    seal(text, purpose) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]);
      return prefix + sealed.toString('base64url');
    },
    open(sealed, purpose) {
      const [version, keyId, content = ''] = sealed.split('.');
      const found = keys.find((candidate) => candidate.id === keyId);
      if (version !== VERSION || !found)
        throw broken('It was encrypted with a key that SECRET_KEY no longer contains.');
      return decipher(found.key, Buffer.from(content, 'base64url'), purpose);
    },
  };
}

const TAG = 16;

function decipher(key: Buffer, content: Buffer, purpose: string): string {
  try {
    const cipher = createDecipheriv(CIPHER, key, content.subarray(0, NONCE), { authTagLength: TAG });
    cipher.setAAD(Buffer.from(purpose)).setAuthTag(content.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([cipher.update(content.subarray(NONCE + TAG)), cipher.final()]).toString('utf8');
  } catch {
    throw broken('It was changed after it was encrypted.');
  }
}

const broken = (why: string) => new Fault('SEAL_BROKEN', `A stored token can't be decrypted: ${why}`);
