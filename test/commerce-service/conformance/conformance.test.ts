import { beforeAll, expect, test } from 'vitest';
import { useCommerce } from '../support.ts';
import { inWords, type Row } from './claims.ts';
import { prove } from './prove.ts';
import { readSpecification } from './read-specification.ts';
import { ENDPOINTS } from './specification/endpoints.ts';
import { OTHERS } from './specification/others.ts';
import { RESOURCES } from './specification/resources.ts';
import { createWorld, type World } from './world.ts';

const commerce = useCommerce({ work: true, mailbox: true });

/** Where the service listens: rows are proven over a socket, as clients reach it. */
let address = '';
beforeAll(async () => {
  address = await commerce().app.listen({ port: 0, host: '127.0.0.1' });
});

const specified = readSpecification();
const claimed = Map.groupBy<string, Row>([...RESOURCES, ...ENDPOINTS, ...OTHERS], ({ section }) => section);

test('no row of the specification is without a proof, and none is made up', () => {
  const inOrder = (rows: Map<string, readonly string[]>) =>
    [...rows].map(([name, all]) => [name, all.toSorted()]);
  const claims = new Map([...claimed].map(([name, rows]) => [name, rows.map(inWords)]));
  expect(Object.fromEntries(inOrder(claims))).toEqual(Object.fromEntries(inOrder(specified)));
});

/** What became of each row. One that two sections have is proven once. */
const outcomes = new Map<string, string>();

test.each([...specified])(
  'section %s of the specification holds, row by row',
  async (name, rows) => {
    const world = await createWorld(commerce(), address);
    const claims = claimed.get(name) ?? [];
    for (const claim of claims)
      if (!outcomes.has(inWords(claim))) outcomes.set(inWords(claim), await outcomeOf(world, claim));
    const asserted = rows.filter((row) => outcomes.get(row) === 'proven').length;
    process.stdout.write(`  specification ${name.padEnd(6)} ${asserted} of ${rows.length} rows proven\n`);
    const problems = rows.filter((row) => outcomes.get(row) !== 'proven');
    expect(problems.map((row) => [row, outcomes.get(row)])).toEqual([]);
  },
  60_000,
);

async function outcomeOf(world: World, claim: Row): Promise<string> {
  try {
    await prove(world, claim);
    return 'proven';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
