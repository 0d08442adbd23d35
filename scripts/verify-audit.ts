/**
 * Verifies the hash chain of the audit log: `npm run audit:verify`. With `-- --expect NUMBER:HASH`, which may be
 * repeated, also checks that an earlier head is part of the log. With `--since NUMBER:HASH`, starts after that entry.
 * Exits with 1 if the chain is broken.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseAnchor, reportOf } from '../src/audit/report.ts';
import { verifyChain } from '../src/audit/verify.ts';
import { parseDatabase } from '../src/config/config.ts';
import { requireEmbedded } from '../src/database/embedded.ts';
import { openDatabase } from '../src/database/index.ts';
import { errorCode, Fault } from '../src/errors.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs the command.
 * @param open opens the database
 * @returns the exit code
 */
export async function verifyAudit(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { stdout, stderr }: Terminal,
  open = openDatabase,
): Promise<0 | 1> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { expect: { type: 'string', multiple: true, default: [] }, since: { type: 'string' } },
    });
    const expected = values.expect.map(parseAnchor);
    const since = values.since === undefined ? undefined : parseAnchor(values.since);
    const { databaseUrl: url, dataDir } = parseDatabase(env);
    if (!url) requireEmbedded(dataDir);
    const database = await open({ url, dataDir });
    try {
      const verification = await verifyChain(database.prisma, { expected, since });
      const isIntact = verification.kind === 'intact';
      (isIntact ? stdout : stderr).write(reportOf(verification));
      return isIntact ? 0 : 1;
    } finally {
      await database.close();
    }
  } catch (error) {
    const isUsage = errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true;
    if (!(error instanceof Error && (error instanceof Fault || isUsage))) throw error;
    stderr.write(`${error.message}\n`);
    return 1;
  }
}

if (import.meta.main) {
  if (existsSync('.env')) process.loadEnvFile();
  process.exitCode = await verifyAudit(process.argv.slice(2), process.env, process);
}
