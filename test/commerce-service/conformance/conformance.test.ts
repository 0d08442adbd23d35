import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';
import type { Row } from './claims.ts';
import { prove } from './prove.ts';
import { ENDPOINTS } from './specification/endpoints.ts';
import { OTHERS } from './specification/others.ts';
import { RESOURCES } from './specification/resources.ts';
import { createWorld } from './world.ts';

const commerce = useCommerce({ work: true, service: { showSignInLinks: true } });

const ROWS = [...RESOURCES, ...ENDPOINTS, ...OTHERS];
const bySection = Map.groupBy(ROWS, ({ section }) => section);
const sections = [...bySection].toSorted(([one], [other]) =>
  one.localeCompare(other, 'en', { numeric: true }),
);

const say = ({ section: _, ...row }: Row): string =>
  Object.values(row)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' ');

test.each(sections)(
  'section %s of the specification holds, row by row',
  async (name, rows) => {
    const world = await createWorld(commerce());
    const problems: string[] = [];
    let proven = 0;
    for (const row of rows) {
      try {
        await prove(world, row);
        proven++;
      } catch (error) {
        problems.push(`${say(row)}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    process.stdout.write(`  specification ${name.padEnd(6)} ${proven} of ${rows.length} rows proven\n`);
    expect([...new Set(problems)]).toEqual([]);
  },
  60_000,
);
