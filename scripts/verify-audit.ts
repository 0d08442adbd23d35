/**
 * Checks the hash chain of the audit log: `npm run audit:verify`. With `-- --expect NUMBER:HASH`, once or several
 * times, it also checks that a head from earlier is still a part of it; with `--since NUMBER:HASH` it begins behind that
 * one. Exits with 1 where the chain is broken.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseAnchor, reportOf } from '../src/audit/report.ts';
import { verifyChain } from '../src/audit/verify.ts';
import { parseDatabase } from '../src/config.ts';
import { requireEmbedded } from '../src/database/embedded.ts';
import { openDatabase } from '../src/database/index.ts';
import { errorCode, Fault } from '../src/errors.ts';

try {
  const { values } = parseArgs({
    options: { expect: { type: 'string', multiple: true, default: [] }, since: { type: 'string' } },
  });
  const expected = values.expect.map(parseAnchor);
  const since = values.since === undefined ? undefined : parseAnchor(values.since);
  if (existsSync('.env')) process.loadEnvFile();
  const { databaseUrl: url, dataDir } = parseDatabase(process.env);
  if (!url) requireEmbedded(dataDir);
  const database = await openDatabase({ url, dataDir });
  try {
    const verification = await verifyChain(database.prisma, { expected, since });
    const isIntact = verification.kind === 'intact';
    (isIntact ? process.stdout : process.stderr).write(reportOf(verification));
    if (!isIntact) process.exitCode = 1;
  } finally {
    await database.close();
  }
} catch (error) {
  const isUsage = errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true;
  if (!(error instanceof Error && (error instanceof Fault || isUsage))) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
