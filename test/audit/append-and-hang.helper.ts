/** Appends an entry in a transaction and prints a line, then neither commits nor exits. */
import { setTimeout } from 'node:timers/promises';
import { appendEntry } from '../../src/audit/append.ts';
import { openDatabase } from '../../src/database/index.ts';
import { deed } from './log.ts';

const [url = '', dataDir = ''] = process.argv.slice(2);
const { prisma } = await openDatabase({ url: url || undefined, dataDir });
await prisma.$transaction(
  async (transaction) => {
    await appendEntry(transaction, new Date(), deed('never'));
    process.stdout.write('appended\n');
    await setTimeout(600_000);
  },
  { timeout: 600_000 },
);
