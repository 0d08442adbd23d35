import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

const NAME = 'Your name elsewhere';
const SIZE = 'Your size';
const RULES = 'I have read the rules';

/** What a plan may ask: in words, by choice and by a tick. */
const QUESTIONS = [
  { field_type: 'text', name: NAME, required: true, max_length: 12, placeholder: 'ann' },
  { field_type: 'choice', name: SIZE, options: ['S', 'M <i>'] },
  { field_type: 'checkbox', name: RULES, required: true },
];

async function planThatAsks() {
  const { body } = await commerce().post('/plans', { custom_fields: QUESTIONS });
  const [name, size, rules]: string[] = body.custom_fields.map(({ id }: { id: string }) => id);
  return { id: String(body.id), name: name ?? '', size: size ?? '', rules: rules ?? '' };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
const send = (plan: string, fields: Readonly<Record<string, string>>) =>
  commerce().app.inject({
    method: 'POST',
    url: `/checkout/${plan}`,
    headers: FORM,
    payload: new URLSearchParams({ email: 'ann@example.com', ...fields }).toString(),
  });

test('the checkout asks what the plan asks, and the answers are the membership’s', async () => {
  const { app, get } = commerce();
  const { id, name, size, rules } = await planThatAsks();
  const page = (await app.inject(`/checkout/${id}`)).body;
  expect(page).toContain(NAME);
  expect(page).toContain('<option value="M &lt;i&gt;">M &lt;i&gt;</option>');

  const without = await send(id, {
    [`custom_fields[${name}]`]: 'ann-<b>',
    [`custom_fields[${size}]`]: 'M <i>',
  });
  expect([without.statusCode, without.body.includes(`“${RULES}” must be ticked.`)]).toEqual([400, true]);
  expect(without.body).toContain('value="ann-&lt;b&gt;"');
  expect(without.body).toContain('<option value="M &lt;i&gt;" selected>');

  const answers = { [`custom_fields[${name}]`]: ' ann-b ', [`custom_fields[${size}]`]: 'M <i>' };
  expect((await send(id, { ...answers, [`custom_fields[${rules}]`]: 'yes' })).statusCode).toBe(200);
  const [membership] = (await get('/memberships')).body.data;
  expect(membership.custom_fields_responses).toEqual({ [NAME]: 'ann-b', [SIZE]: 'M <i>', [RULES]: 'yes' });
  expect(membership.custom_fields_responses_v2).toEqual({
    [name]: { question: NAME, answer: 'ann-b' },
    [size]: { question: SIZE, answer: 'M <i>' },
    [rules]: { question: RULES, answer: 'yes' },
  });
});

test('a program answers by the ids of the questions, and is told what is missing or wrong', async () => {
  const { buy } = commerce();
  const { id, name, size, rules } = await planThatAsks();
  const problem = async (custom_fields: Readonly<Record<string, unknown>>) => {
    const { status, body } = await buy(id, { email: 'ann@example.com', custom_fields });
    return [status, body.error?.message];
  };
  expect(await problem({})).toEqual([400, `“${NAME}” needs an answer.`]);
  expect(await problem({ [name]: '  ', [rules]: true })).toEqual([400, `“${NAME}” needs an answer.`]);
  expect(await problem({ [name]: 'x'.repeat(13), [rules]: true })).toEqual([
    400,
    `The answer to “${NAME}” must be 12 characters or fewer.`,
  ]);
  expect(await problem({ [name]: true, [rules]: true })).toMatchObject([400, /with a text/]);
  expect(await problem({ [name]: 'a\u0001', [rules]: true })).toMatchObject([400, /can't be shown/]);
  expect(await problem({ [name]: 'ann', [rules]: 'perhaps' })).toMatchObject([400, /“yes”/]);
  expect(await problem({ [name]: 'ann', [rules]: true, [size]: 'XXL' })).toEqual([
    400,
    `“${SIZE}” must be answered with one of: S, M <i>.`,
  ]);
  expect(await problem({ [name]: 'ann', [rules]: true, field_of_another: 'x' })).toMatchObject([
    400,
    /changed/,
  ]);
  const { membership } = (
    await buy(id, { email: 'ann@example.com', custom_fields: { [name]: 'ann', [rules]: true } })
  ).body;
  expect(membership.custom_fields_responses).toEqual({ [NAME]: 'ann', [RULES]: 'yes' });
});

test('questions change with the plan, and answers keep the question as it was', async () => {
  const { post, get, buy } = commerce();
  const { id, name, rules } = await planThatAsks();
  await buy(id, { email: 'ann@example.com', custom_fields: { [name]: 'ann', [rules]: true } });
  const asked = { id: name, field_type: 'text', name: 'Your name there' };
  const { custom_fields } = (await post(`/plans/${id}`, { custom_fields: [asked] })).body;
  expect(custom_fields).toEqual([
    { ...asked, order: 0, required: false, placeholder: null, max_length: 100, options: [] },
  ]);
  const [bought] = (await get('/memberships')).body.data;
  expect(bought.custom_fields_responses_v2[name]).toEqual({ question: NAME, answer: 'ann' });
  expect((await post(`/plans/${id}/create_quick_link`, {})).body.custom_fields).toEqual(custom_fields);
  expect((await post(`/plans/${id}`, { custom_fields: [] })).body.custom_fields).toEqual([]);
});

test('names and options are kept as a browser shows them and sends them back', async () => {
  const field = { field_type: 'choice', name: '  Your  size ', options: [' S', 'Extra  large\n'] };
  const { body } = await commerce().post('/plans', { custom_fields: [field] });
  expect(body.custom_fields).toMatchObject([{ name: 'Your size', options: ['S', 'Extra large'] }]);
});

test.each([
  ['custom_fields.0.options is required', [{ field_type: 'choice', name: 'A' }]],
  ['custom_fields must not have the same name twice', [QUESTIONS[0], QUESTIONS[0]]],
  ['the same option twice', [{ field_type: 'choice', name: 'A', options: ['S', 'S'] }]],
  [
    'custom_fields must not have more than 10 items',
    Array.from({ length: 11 }, (_, n) => ({ field_type: 'text', name: `${n}` })),
  ],
  ['for the field_type choice only', [{ field_type: 'text', name: 'A', options: ['S', 'M'] }]],
  ['readable text', [{ field_type: 'text', name: '  ' }]],
  [
    '1000 at most, not 1001',
    [900, 101].map((max_length) => ({ field_type: 'text', name: `${max_length}`, max_length })),
  ],
  ['field_type', [{ field_type: 'date', name: 'A' }]],
])('what can’t be asked is refused: %s', async (message, custom_fields) => {
  const { status, body } = await commerce().post('/plans', { custom_fields });
  expect([status >= 400 && status < 500, body.error.message]).toEqual([
    true,
    expect.stringContaining(message),
  ]);
});
