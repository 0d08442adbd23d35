import { fieldsOf, type Route } from './routes.ts';

/** A hostile request, or its hostile parts. */
export interface Attack {
  readonly name: string;
  readonly headers?: readonly Header[];
  readonly query?: string;
  readonly body?: { readonly type: keyof typeof TYPES; readonly text: string };
  /** Sent as they are after the head, with `Transfer-Encoding: chunked`. */
  readonly chunks?: Buffer;
}

export type Header = readonly [name: string, value: string];

export const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

/** Size of the largest request in bytes. */
export const HUGE = 1024 * 1024;

/** A body of which each byte is a chunk, on the wire. */
export const CRUMBS: Attack = {
  name: 'a body of single bytes',
  chunks: Buffer.from(`${'1\r\n \r\n'.repeat(HUGE / 6)}0\r\n\r\n`),
};

/** Length of a query in bytes. Node accepts 16 KiB for the URL and headers together. */
const ADDRESS = 12 * 1024;

/** Longest text in bytes for a field with a pattern: a careless pattern takes a second for it, not an hour. */
const PUMPED = 32 * 1024;

/** Texts that make a careless pattern backtrack. The first few find most faults. */
const PUMPS: readonly (readonly [name: string, make: (length: number) => string])[] = [
  ['an address of dots', (length) => `a@${'.'.repeat(length)}@`],
  ['domains without end', (length) => `a@${'a.'.repeat(length / 2)} `],
  ['digits and one that is none', (length) => `${'1'.repeat(length)}x`],
  ['spaces and a letter', (length) => `${' '.repeat(length)}x`],
  ['letters and one that is none', (length) => `${'a'.repeat(length)}!`],
  ['at signs', (length) => '@'.repeat(length)],
  ['slashes and dots', (length) => `http://${'../'.repeat(length / 3)}`],
  ['dashes and underscores', (length) => `${'-_'.repeat(length / 2)} `],
  ['stars', (length) => 'a*'.repeat(length / 2)],
  ['what is not ASCII', (length) => 'é\u0301💥\u200d'.repeat(length / 20)],
  ['lines', (length) => '\r\n'.repeat(length / 6)],
  ['percent signs', (length) => '%'.repeat(length / 3)],
];

/** Builds attacks for every route, in the URL and the headers. */
export function attacksOnHeads({ query }: Route, isThorough: boolean): Attack[] {
  const { names } = fieldsOf(query);
  const known = names.length > 0 ? names : ['q'];
  const share = ADDRESS / known.length / 3;
  const pumps = isThorough ? PUMPS : PUMPS.slice(0, names.length > 0 ? 2 : 0);
  return [
    { name: 'a query of many fields', query: filled(ADDRESS, (n) => `${n.toString(36)}&`) },
    { name: 'a query that repeats a field', query: filled(ADDRESS, () => `${known[0]}=,&`) },
    ...pumps.map(([name, pump]) => ({
      name: `a query of ${name}`,
      query: new URLSearchParams(known.map((one): [string, string] => [one, pump(share)]))
        .toString()
        .slice(0, ADDRESS),
    })),
    { name: 'long headers', headers: LONG },
    { name: 'headers again and again', headers: REPEATED },
  ];
}

const LONG: readonly Header[] = [
  ['authorization', `Bearer ${' '.repeat(3000)}x`],
  ['cookie', 'a=1; '.repeat(600)],
  ['x-forwarded-for', '1.1.1.1, '.repeat(300)],
  ['accept', 'text/html;q=0.1,'.repeat(100)],
];
const REPEATED: readonly Header[] = [
  ...Array.from({ length: 150 }, () => ['x-forwarded-for', '::1'] as const),
  ...Array.from({ length: 150 }, () => ['cookie', '='] as const),
  ...Array.from({ length: 50 }, () => ['authorization', 'Basic ='] as const),
];

/** Bodies by their size: the routes share a few limits, and building a body takes longer than sending it. */
const built = new Map<number, readonly Attack[]>();

/** Returns bodies of this size in bytes. */
export function attacksOfSize(size: number): readonly Attack[] {
  const attacks = built.get(size) ?? buildAttacks(size);
  built.set(size, attacks);
  return attacks;
}

function buildAttacks(size: number): readonly Attack[] {
  const json = (name: string, text: string): Attack => ({ name, body: { type: 'json', text } });
  const form = (name: string, text: string): Attack => ({ name, body: { type: 'form', text } });
  return [
    form(
      'a form of many fields',
      filled(size, (n) => `${n.toString(36)}=&`),
    ),
    form(
      'a form that repeats a field',
      filled(size, () => 'email=&'),
    ),
    form('a form of percent signs', `email=${'%'.repeat(size - 10)}`),
    json('an object of many fields', `{${filled(size - 20, (n) => `"${n.toString(36)}":1,`)}"z_":1}`),
    json('objects in objects', `${'{"a":'.repeat(size / 6 - 1)}1${'}'.repeat(size / 6 - 1)}`),
    json('lists in lists', `{"metadata":${'['.repeat(size / 2 - 10)}${']'.repeat(size / 2 - 10)}}`),
    json('a list', `[${'0,'.repeat(size / 2 - 4)}0]`),
    json('a number of many digits', `{"quantity":${'9'.repeat(size - 20)}}`),
    json('names with a meaning of their own', `{${'"__proto__":{},'.repeat(size / 16)}"a":1}`),
    json('what is no JSON', '{"a":"'.padEnd(size, '\\u')),
  ];
}

/** Builds attacks on a route's fields: a value in all fields at once, and texts that are hard for patterns in each. */
export function attacksOnFields({ body, limit }: Route, isThorough: boolean): Attack[] {
  const { names, patterned } = fieldsOf(body);
  const share = (limit() - 100) / names.length - 40;
  const every = (what: string, make: (length: number) => unknown): Attack => ({
    name: `${what} in every field`,
    body: {
      type: 'json',
      text: JSON.stringify(Object.fromEntries(names.map((name) => [name, make(share)]))),
    },
  });
  const pumps = isThorough ? PUMPS : PUMPS.slice(0, 4);
  const size = Math.min(limit(), PUMPED) - 200;
  const pumped = (isThorough ? names : patterned).flatMap((field) =>
    pumps.flatMap(([what, pump]): Attack[] => [
      { name: `${what} in ${field}`, body: { type: 'json', text: JSON.stringify({ [field]: pump(size) }) } },
      {
        name: `${what} in ${field} of a form`,
        body: {
          type: 'form',
          text: new URLSearchParams({ [field]: pump(size / 2) }).toString().slice(0, size),
        },
      },
    ]),
  );
  if (names.length === 0) return [];
  return [
    every('letters', (length) => 'a'.repeat(length)),
    every('a list of texts', (length) => Array(Math.floor(length / 4)).fill('a')),
    every('a list of objects', (length) => Array(Math.floor(length / 3)).fill({})),
    every('an object of many fields', (length) =>
      Object.fromEntries(Array.from({ length: length / 12 }, (_, n) => [`f${n}`, 1])),
    ),
    every('a huge number', () => Number.MAX_VALUE),
    ...pumped,
  ];
}

/** Joins as many parts as `size` bytes hold. */
function filled(size: number, make: (n: number) => string): string {
  const parts: string[] = [];
  for (let length = 0, n = 0; ; n++) {
    const part = make(n);
    length += part.length;
    if (length > size) return parts.join('');
    parts.push(part);
  }
}
