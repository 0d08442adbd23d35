import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Value } from 'typebox/value';
import { errorCode, Fault } from '../errors.ts';
import { CommunityState } from './state.ts';

/** Where the community is kept between two starts. */
export interface Store {
  /** What was kept; undefined on the first start. */
  load(): CommunityState | undefined;
  /** Returns when the state would survive the end of this process. */
  save(state: CommunityState): void;
}

/** Forgets everything when the process ends. */
export const memoryStore: Store = { load: () => undefined, save: () => {} };

/**
 * Keeps the community in one JSON file. Each state is written aside, flushed and renamed into place, so that a
 * process killed at any moment leaves the old or the new one, never half of one. It is synchronous so that
 * changes have one order, on disk as in memory.
 */
export function fileStore(file: string): Store {
  return {
    load: () => (existsSync(file) ? parse(file, read(file)) : undefined),
    save(state) {
      try {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(`${file}.new`, JSON.stringify(state), { flush: true });
        renameSync(`${file}.new`, file);
      } catch (error) {
        throw new Fault(
          'SANDBOX_NOT_SAVED',
          `The sandbox can't write its file (${errorCode(error) ?? 'unknown reason'}): ${file}`,
          { cause: error },
        );
      }
    },
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, errorCode(error) ?? 'unknown reason', error);
  }
}

function parse(file: string, text: string): CommunityState {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw unreadable(file, 'not JSON', error);
  }
  if (Value.Check(CommunityState, content)) return content;
  const [first] = Value.Errors(CommunityState, content);
  throw unreadable(file, first ? `${first.instancePath || '/'} ${first.message}` : 'not a community');
}

function unreadable(file: string, why: string, cause?: unknown): Fault {
  return new Fault(
    'SANDBOX_UNREADABLE',
    `The sandbox's file can't be used (${why}): ${file}. Mend it, or move it away to start with a fresh community.`,
    { cause },
  );
}
