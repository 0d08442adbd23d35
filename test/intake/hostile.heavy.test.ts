import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOW, sign, signTimestamped, useListener } from './support.ts';

const { deliver, groups, inbox, post } = useListener();
const SEED = 20261121;
const COUNT = 10_000;

interface Delivery {
  readonly body: string | Buffer;
  readonly headers: Record<string, string>;
}

const event = {
  type: 'membership.went_valid',
  id: 'msg_1',
  data: { id: 'mem_1', valid: true, plan: 'plan_1' },
};
const body = JSON.stringify(event);
const header = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
});

/** Bodies that are not an event, although the sender knows the secret. */
const unreadable: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.string(),
  fc.json().filter((json) => !/"(type|action)"/.test(json)),
  fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from([0xff, ...bytes])),
  fc.integer({ min: 0, max: body.length - 1 }).map((end) => body.slice(0, end)),
  fc
    .integer({ min: 65, max: 20_000 })
    .map((depth) => `{"type":"x","data":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`),
  fc
    .tuple(
      fc.oneof(
        fc.constant(undefined),
        fc.integer(),
        fc.constant('drop table; --'),
        fc.string({ minLength: 101 }),
      ),
      fc.jsonValue(),
    )
    .map(([type, data]) => JSON.stringify({ type, data })),
  fc
    .oneof(fc.constant(null), fc.string(), fc.integer(), fc.array(fc.jsonValue()))
    .map((data) => JSON.stringify({ ...event, data })),
  fc.constantFrom(
    '{"__proto__":{"type":"x","data":{}}}',
    '{"constructor":{"prototype":{"type":"x"}}}',
    '\ufeff',
  ),
);

/** Headers with which even a valid event must be refused. */
const untrue: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.record({ 'webhook-id': header, 'webhook-timestamp': header, 'webhook-signature': header }),
  fc.record({ 'x-signature': header }),
  fc.record({ 'x-signature': fc.nat().map((time) => `t=${time},v1=${'0'.repeat(64)}`) }),
  fc.constantFrom({}, sign(`${body} `), signTimestamped(`${body} `), {
    ...sign(body),
    'webhook-id': 'msg_2',
  }),
  fc.integer({ min: 301_000, max: 2 ** 40 }).map((age) => sign(body, { at: new Date(NOW.getTime() - age) })),
  fc
    .integer({ min: 301_000, max: 2 ** 40 })
    .map((age) => signTimestamped(body, new Date(NOW.getTime() + age))),
  fc
    .nat(42)
    .map((end) => ({ ...sign(body), 'webhook-signature': sign(body)['webhook-signature'].slice(0, end) })),
  header.map((type) => ({ ...sign(body), 'content-type': `text/${type}` })),
);

const hostile: fc.Arbitrary<Delivery> = fc.oneof(
  { weight: 300, arbitrary: fc.record({ body: fc.constant(body), headers: untrue }) },
  { weight: 300, arbitrary: unreadable.map((sent) => ({ body: sent, headers: sign(sent) })) },
  { weight: 100, arbitrary: fc.record({ body: unreadable, headers: untrue }) },
  { weight: 1, arbitrary: fc.constant({ body: 'x'.repeat(1024 * 1024 + 1), headers: sign('') }) },
);

test(`${COUNT} malformed, truncated, mis-signed and hostile deliveries: refused, none stored (seed ${SEED})`, async () => {
  const deliveries = fc.sample(hostile, { seed: SEED, numRuns: COUNT });
  const seen = new Set<number>();
  while (deliveries.length > 0) {
    const some = deliveries.splice(0, 500);
    const answers = await Promise.all(some.map(({ body, headers }) => post(body, headers)));
    for (const [n, { statusCode }] of answers.entries()) {
      seen.add(statusCode);
      if (![400, 401, 413, 415].includes(statusCode))
        throw new Error(`${statusCode}: ${JSON.stringify(some[n])}`);
    }
  }
  expect([...seen].sort()).toEqual([400, 401, 413, 415]);
  expect(await inbox().count()).toBe(0);
  expect(groups).toEqual([]);
  expect((await deliver(event)).statusCode).toBe(200);
});
