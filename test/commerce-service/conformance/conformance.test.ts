import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';
import type { Endpoint, Row } from './claims.ts';
import { prove } from './prove.ts';
import { ENDPOINTS } from './specification/endpoints.ts';
import { OTHERS } from './specification/others.ts';
import { RESOURCES } from './specification/resources.ts';
import { createWorld, type World } from './world.ts';

const commerce = useCommerce({ work: true, service: { showSignInLinks: true } });

const ROWS = [...RESOURCES, ...ENDPOINTS, ...OTHERS];
const bySection = Map.groupBy(ROWS, ({ section }) => section);
const sections = [...bySection].toSorted(([one], [other]) =>
  one.localeCompare(other, 'en', { numeric: true }),
);

/** Endpoints that are still to come. It has to be empty in the end. */
const AWAITED: readonly Endpoint[] = ['GET /api/v2/promo_codes'];

const say = ({ section: _, ...row }: Row): string =>
  Object.values(row)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' ');

async function isThere({ call }: World, endpoint: Endpoint): Promise<boolean> {
  const { status, body } = await call(endpoint);
  return !(status === 404 && body.error.message.startsWith('There is nothing at'));
}

test.each(sections)(
  'section %s of the specification holds, row by row',
  async (name, rows) => {
    const world = await createWorld(commerce());
    const problems: string[] = [];
    let proven = 0;
    for (const row of rows) {
      if (row.awaits && AWAITED.includes(row.awaits) && !(await isThere(world, row.awaits))) continue;
      if (row.awaits) problems.push(`${row.awaits} is there: nothing has to be awaited any more`);
      try {
        await prove(world, row);
        proven++;
      } catch (error) {
        problems.push(`${say(row)}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    const awaited = rows.filter((row) => row.awaits).length;
    const rest = awaited > 0 ? `, ${awaited} await ${AWAITED.join(', ')}` : '';
    process.stdout.write(
      `  specification ${name.padEnd(6)} ${proven} of ${rows.length} rows proven${rest}\n`,
    );
    expect([...new Set(problems)]).toEqual([]);
  },
  60_000,
);
