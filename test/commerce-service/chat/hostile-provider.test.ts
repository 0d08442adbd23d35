import type { RequestListener } from 'node:http';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerEndlessly } from '../../support/serve.ts';
import { useCommerce } from '../support.ts';
import { buyerOf, titleOf } from './buyer.ts';
import { useProvider } from './provider.ts';

const provider = useProvider();
let lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const commerce = useCommerce({
  service: { chat: provider.config, log, isChatAccount: (id) => /^\d+$/.test(id) },
});

const X = { id: '440832553390155656', name: 'ann.chats' };
const UNREACHABLE = 'We can’t reach Chatter';

beforeEach(() => {
  lines = [];
});

const open = () => buyerOf(commerce().app, provider);

/** Somebody who comes back from the provider. @returns the page that they end at, and the address they came to */
async function comeBack() {
  const buyer = open();
  const start = await buyer.visit('/memberships');
  const back = provider.agree(await buyer.toProvider(start, 'oauth/chat'), X);
  return { buyer, back, page: await buyer.follow(await buyer.visit(back)) };
}

const TOKEN = JSON.stringify({ access_token: 'token-of-a-hostile-provider', token_type: 'Bearer' });
const json =
  (status: number, text: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
/** Exchanges every code, and answers this when it is asked who has signed in. */
const says =
  (text: string): RequestListener =>
  (request, response) =>
    json(200, request.url === '/user' ? text : TOKEN)(request, response);
const account = (fields: object) => says(JSON.stringify({ ...X, ...fields }));

const HOSTILE: Record<string, RequestListener> = {
  'never answers': () => undefined,
  'begins an answer and never ends it': (_request, response) =>
    void response.writeHead(200).write('{"access'),
  'answers without end': (_request, response) => void answerEndlessly(response),
  'breaks off': (request) => void request.socket.destroy(),
  'answers with a page': (_request, response) => void response.writeHead(200).end('<h1>Hello</h1>'),
  'answers that it is out of order': json(503, '{}'),
  'doesn’t know us': json(401, '{"error":"invalid_client"}'),
  'sends us elsewhere': (_request, response) =>
    void response.writeHead(307, { location: 'http://127.0.0.1:9/token' }).end(),
  'gives no token': json(200, '{"token_type":"Bearer"}'),
  'gives a token that is none': json(200, '{"access_token":["a"]}'),
  'says nobody': says('null'),
  'says a list': says('[{"id":"440832553390155656"}]'),
  'says an id that is a number': says('{"id":440832553390155656,"name":"ann"}'),
  'says an id that can’t be one': account({ id: '../admin' }),
  'says an id that is too long': account({ id: '4'.repeat(101) }),
  'says no name': account({ name: '' }),
  'says a name without end': account({ name: 'a'.repeat(201) }),
  'says what every object has': says('{"__proto__":{"id":"440832553390155656","name":"ann"}}'),
};

/** For what never comes it isn't waited long, in milliseconds. */
const patienceFor = (name: string) => (name.includes('never') ? 300 : undefined);

test.each(Object.entries(HOSTILE))('nobody is signed in where the provider %s', async (name, listener) => {
  provider.behave(listener, patienceFor(name));
  const { page, buyer } = await comeBack();
  expect([page.status, titleOf(page)]).toEqual([503, UNREACHABLE]);
  expect(buyer.cookies.has('__Host-commerce_session')).toBe(false);
});

test('a code that the provider doesn’t take is over, and asked for once', async () => {
  provider.behave(json(400, '{"error":"invalid_grant"}'));
  const before = provider.answered.length;
  const { page } = await comeBack();
  expect(titleOf(page)).toBe('This sign-in is no longer valid');
  expect(provider.answered.slice(before)).toEqual(['/token']);
});

test('what a name, an id or a picture holds is shown as it is, and leads nowhere', async () => {
  const { prisma, post, get } = commerce();
  const plan = (await post('/plans', {})).body.id;
  const hostile = { name: '<b>Ann</b>\u0000\u202e\ud800"', picture: '../../evil' };
  provider.behave(account(hostile));
  const buyer = open();
  const { page, id } = await buyer.buy(plan, 'ann@example.com');
  const shown = await buyer.connect(page, X);
  expect(shown.html).toContain('&lt;b&gt;Ann&lt;/b&gt;');
  expect(shown.html).not.toContain('<b>Ann');
  expect((await get(`/memberships/${id}`)).body.community_chat).toMatchObject({
    username: '<b>Ann</b>"',
    image_url: null,
    verified: true,
  });
  expect(await prisma.user.count({ where: { chatAccountId: X.id } })).toBe(1);
});

describe('the log', () => {
  test.each(['never answers', 'breaks off', 'doesn’t know us', 'says nobody', 'sends us elsewhere'])(
    'says that the provider %s, and nothing that is secret',
    async (mood) => {
      provider.behave(HOSTILE[mood] ?? (() => undefined), patienceFor(mood));
      const { back } = await comeBack();
      const logged = lines.join('');
      expect(logged).toContain('chat account provider is unavailable');
      const { searchParams } = new URL(back);
      const secrets = [searchParams.get('code'), searchParams.get('state'), provider.config.clientSecret];
      for (const secret of [...secrets, 'token-of-a-hostile-provider']) expect(logged).not.toContain(secret);
    },
  );

  test('says nothing of who signs in where all is well', async () => {
    const { back } = await comeBack();
    const { searchParams } = new URL(back);
    for (const secret of [searchParams.get('code'), searchParams.get('state'), 'token-'])
      expect(lines.join('')).not.toContain(secret);
  });
});
