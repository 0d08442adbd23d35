import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { Value } from 'typebox/value';
import { errorCode, Fault } from '../errors.ts';
import { type Kind, RECORDS, type Write } from './records.ts';

/** Persistent storage of the community. */
export interface Store {
  /** Returns the stored records in the order of ids; none on the first start. */
  load(): Write[];
  /** Saves all writes atomically. When it returns, they survive a crash of the process. */
  save(writes: readonly Write[]): void;
  close(): void;
}

/** Stores nothing. */
export const memoryStore: Store = { load: () => [], save: () => {}, close: () => {} };

/**
 * Stores each record as a row of a SQLite file. The cost of a change doesn't depend on the size of the community, and
 * killing the process never leaves half a change. It is synchronous, so that changes have the same order on disk as in
 * memory.
 */
export function fileStore(file: string): Store {
  const database = openFile(file);
  const put = database.prepare('INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?)');
  const drop = database.prepare('DELETE FROM record WHERE kind = ? AND within = ? AND id = ?');
  const write = ({ kind, within, id, value }: Write) =>
    value === undefined ? drop.run(kind, within, id) : put.run(kind, within, id, JSON.stringify(value));

  return {
    load() {
      // Ids are numbers of different lengths: https://discord.com/developers/docs/reference#snowflakes
      const rows = database.prepare('SELECT * FROM record ORDER BY length(id), id').iterate();
      return Array.from(rows, (row) => toWrite(file, row));
    },
    save(writes) {
      try {
        database.exec('BEGIN IMMEDIATE');
        for (const each of writes) write(each);
        database.exec('COMMIT');
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw new Fault(
          'SANDBOX_NOT_SAVED',
          `The sandbox can't write its file (${reason(error)}): ${file}. Free the disk or mend its permissions.`,
          { cause: error },
        );
      }
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

function openFile(file: string): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const database = new DatabaseSync(file, { timeout: 1_000 });
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS record (kind TEXT, within TEXT, id TEXT, value TEXT,
        PRIMARY KEY (kind, within, id)) WITHOUT ROWID`);
    return database;
  } catch (error) {
    throw unreadable(file, reason(error), error);
  }
}

function toWrite(file: string, row: Record<string, SQLOutputValue>): Write {
  const { kind, within, id } = row;
  const write = { kind, within, id, value: parse(file, row['value']) };
  if (isWrite(write)) return write;
  throw unreadable(file, `the ${String(kind)} ${String(id)} is not what it should be`);
}

function isWrite(row: {
  kind: unknown;
  within: unknown;
  id: unknown;
  value: unknown;
}): row is Write & typeof row {
  return isKind(row.kind) && Value.Check(RECORDS[row.kind], row.value);
}

const isKind = (text: unknown): text is Kind => typeof text === 'string' && Object.hasOwn(RECORDS, text);

function parse(file: string, text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch (error) {
    throw unreadable(file, 'not JSON', error);
  }
}

const reason = (error: unknown): string =>
  error instanceof Error ? error.message : (errorCode(error) ?? 'unknown reason');

function unreadable(file: string, why: string, cause?: unknown): Fault {
  return new Fault(
    'SANDBOX_UNREADABLE',
    `The sandbox's file can't be used (${why}): ${file}. Mend it, or move it away to start with a fresh community.`,
    { cause },
  );
}
