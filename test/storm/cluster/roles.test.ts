import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasServer } from '../../support/empty-database.ts';
import { crowd } from '../crowd.ts';
import { scenario } from '../scenario.ts';
import { type Batch, play } from './batch.ts';

const SEED = Number(process.env['STORM_SEED'] ?? 20261121);
const RUNS = Number(process.env['STORM_CLUSTER_RUNS'] ?? 1_000);

/** How many scenarios happen at the same time, each in a guild of its own, and how many crowds come after them. */
const SIZE = 100;
const CROWDS = 2;

/** What a batch may take, in milliseconds. */
const TIMEOUT = 900_000;

/** As often as the runs of one process have them. */
const KINDS: readonly Pick<Batch, 'isAskable' | 'daysLater'>[] = [
  { isAskable: true, daysLater: 0 },
  { isAskable: true, daysLater: 10 },
  { isAskable: false, daysLater: 0 },
  { isAskable: true, daysLater: 10 },
];

const batches = Array.from({ length: Math.ceil(RUNS / SIZE) }, (_, number) => number);

test.runIf(hasServer).each(batches)(
  'on three processes that are killed the roles are right in the end and no other is touched: batch %i',
  { timeout: TIMEOUT },
  async (number) => {
    const kind = KINDS[number % KINDS.length];
    if (!kind) throw new Error('There is a kind for every batch.');
    const draw = { seed: SEED + number, numRuns: Math.min(SIZE, RUNS - number * SIZE) };
    const scenarios = fc.sample(scenario, draw);
    const crowds = kind.isAskable ? fc.sample(crowd, { ...draw, numRuns: CROWDS }) : [];
    const { wrong, kills } = await play({ ...kind, scenarios, crowds });
    process.stdout.write(
      `  ${scenarios.length} runs and ${crowds.length} crowds (seed ${draw.seed}), ${kills} kills; ${wrong.length} wrong\n`,
    );
    expect(wrong).toEqual([]);
    expect(kills).toBeGreaterThan(0);
  },
);
