import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { smtpSender } from '../../../src/commerce-service/mail.ts';
import { freePort } from '../../support/ports.ts';
import { waitFor } from '../../support/wait.ts';
import { useCommerce } from '../support.ts';
import { authorizeQuery, openBrowser } from './browser.ts';

const port = await freePort();
const PASSWORD = 'the-mail-server-password';
const commerce = useCommerce({
  work: true,
  service: {
    mail: smtpSender({
      smtpUrl: `smtp://shop:${PASSWORD}@127.0.0.1:${port}`,
      from: 'The Shop <shop@example.com>',
    }),
  },
});

let people = 0;
const newAddress = () => `192.0.2.${people++}`;

/** A mail as the server took it. */
const taken: { to: string[]; text: string }[] = [];
let refusals = 0;

const server = new SMTPServer({
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _session, done) =>
    username === 'shop' && password === PASSWORD ? done(null, { user: username }) : done(new Error('no')),
  onData(stream, { envelope }, done) {
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    stream.on('end', () => {
      if (refusals-- > 0) return done(Object.assign(new Error('later'), { responseCode: 451 }));
      const unfolded = text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
      taken.push({ to: envelope.rcptTo.map(({ address }) => address), text: unfolded });
      return done();
    });
  },
});

beforeAll(() => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
beforeEach(() => {
  taken.length = 0;
  refusals = 0;
});

const mails = (count: number) => waitFor(() => expect(taken).toHaveLength(count));

/** Somebody asks for a link in a browser of their own. */
async function ask(email: string, ip = newAddress(), changes: Record<string, string> = {}) {
  const browser = openBrowser(commerce().app, ip);
  const start = await browser.visit(`/oauth/authorize?${authorizeQuery(changes)}`);
  return { browser, page: await browser.submit(start.html, 'sign-in', { email }) };
}

test('a link is mailed, not shown, and signs the buyer in where it was asked for', async () => {
  const { prisma } = commerce();
  const { browser, page } = await ask('Ann@example.com');
  expect(page.html).toContain('Check your inbox');
  expect(page.html).not.toContain('token=');
  await mails(1);
  const [mail] = taken;
  expect(mail?.to).toEqual(['ann@example.com']);
  expect(mail?.text).toContain('From: The Shop <shop@example.com>');
  const [, token = ''] =
    /https:\/\/shop\.test\/oauth\/sign-in\?token=(signin_[\w-]{43})/.exec(mail?.text ?? '') ?? [];
  const kept = JSON.stringify([
    await prisma.signInLink.findMany(),
    await prisma.$queryRaw`SELECT data::text, output::text FROM pgboss.job`,
  ]);
  expect(kept).not.toContain(token);
  expect((await browser.visit(`/oauth/sign-in?token=${token}`)).html).toContain('ann@example.com');
  const next = await browser.visit('/oauth/sign-in/follow', { token });
  expect((await browser.visit(next.location ?? '')).html).toContain('Allow The App to see your data?');
});

test('a mail that the server puts off comes later, and only its own link opens anything', async () => {
  refusals = 1;
  await ask('ann@example.com');
  await mails(1);
  const outputs = JSON.stringify(await commerce().prisma.$queryRaw`SELECT output::text FROM pgboss.job`);
  expect(outputs).not.toMatch(new RegExp(`${PASSWORD}|ann@example.com`));
});

/** The tokens in the mails to an address, the oldest first. */
const tokensTo = (email: string) =>
  taken
    .filter(({ to }) => to[0] === email)
    .map(({ text }) => /sign-in\?token=(signin_[\w-]{43})/.exec(text)?.[1] ?? '');

const isSent = ({ html }: { html: string }) => html.includes('A sign-in link is on its way to');

test('a stranger who asks for links for somebody keeps no mail from them', async () => {
  for (let n = 0; n < 5; n++) await ask('ann@example.com', '203.0.113.1');
  await mails(3);
  const { browser, page } = await ask('ann@example.com', '198.51.100.1');
  expect(isSent(page)).toBe(true);
  await mails(4);
  const next = await browser.visit('/oauth/sign-in/follow', { token: tokensTo('ann@example.com')[3] ?? '' });
  expect(next.status).toBe(303);
});

test('strangers from everywhere fill an inbox with six mails, and each of them lets its reader in', async () => {
  const { clock } = commerce();
  clock.stopAt(new Date('2027-01-01T14:00:00Z'));
  const strangers = [];
  for (let n = 0; n < 12; n++) strangers.push(await ask('ann@example.com', `203.0.113.${n % 6}`));
  await mails(6);
  await waitFor(async () =>
    expect(await commerce().prisma.signInLink.count({ where: { mailedAt: { not: null } } })).toBe(6),
  );
  clock.stopAt(new Date('2027-01-01T14:05:00Z'));
  const ann = await ask('ann@example.com', '198.51.100.1', { state: 'of Ann' });
  expect(ann.page.html).toContain(
    'No new mail was sent. Several sign-in links were already sent to <strong>ann@example.com</strong>, the latest 5 minutes ago, at 14:00 UTC.',
  );
  expect(ann.page.html).toContain('The latest link also works in this browser, until 14:15 UTC.');
  const [token = '', another = ''] = tokensTo('ann@example.com');
  // What goes on is her own request, not the stranger's.
  const { location = '' } = await ann.browser.visit('/oauth/sign-in/follow', { token });
  expect(location).toContain('state=of+Ann');
  // A link that was used counts no more.
  expect(isSent((await ask('ann@example.com', '198.51.100.1')).page)).toBe(true);
  await mails(7);
  // In a browser that hasn't asked for her address the links open nothing, whatever else it has asked for.
  const bob = await ask('bob@example.com', '198.51.100.2');
  const refused = await bob.browser.visit(`/oauth/sign-in?token=${another}`);
  expect([refused.status, refused.html.includes('only in a browser where you requested')]).toEqual([
    403,
    true,
  ]);
  expect((await bob.browser.visit('/oauth/sign-in/follow', { token: another })).status).toBe(404);
  // Before his link is over.
  await mails(8);
  clock.stopAt(new Date('2027-01-01T14:20:00Z'));
  expect(isSent((await ask('ann@example.com', '198.51.100.1')).page)).toBe(true);
  await mails(9);
});

test('of twenty requests at the same moment, at two processes, three are mailed', async () => {
  const another = await commerce().startAnother();
  const apps = [commerce().app, another.app];
  const browsers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const browser = openBrowser(apps[n % 2] ?? commerce().app, '203.0.113.20');
      return { browser, start: await browser.visit(`/oauth/authorize?${authorizeQuery()}`) };
    }),
  );
  const pages = await Promise.all(
    browsers.map(({ browser, start }) => browser.submit(start.html, 'sign-in', { email: 'ann@example.com' })),
  );
  expect(pages.every(({ status }) => status === 200)).toBe(true);
  const ordered = await commerce().prisma.$queryRaw`
    SELECT job.id FROM pgboss.job JOIN commerce.sign_in_links AS link ON job.data->>'link_id' = link.id
    WHERE link.email = 'ann@example.com'`;
  expect(ordered).toHaveLength(3);
  await mails(3);
  expect(tokensTo('ann@example.com')).toHaveLength(3);
});

test('a network that has mails sent to everybody is told to stop, and nobody else', async () => {
  const victims = Array.from({ length: 30 }, (_, n) => `victim-${n}@example.com`);
  for (const email of victims) expect(isSent((await ask(email, '2001:db8:1:1::1')).page)).toBe(true);
  const { page } = await ask('ann@example.com', '2001:db8:1:1::2');
  expect([page.status, Number(page.headers['retry-after']) > 600]).toEqual([429, true]);
  expect(page.html).toContain('so no mail was sent. Please try again in 15 min.');
  expect(isSent((await ask('ann@example.com', '2001:db8:1:2::1')).page)).toBe(true);
  await mails(31);
});

test('nothing tells whether somebody bought with an address', async () => {
  const { post, buy, prisma } = commerce();
  const { id } = (await post('/plans', {})).body;
  await buy(id, { email: 'buyer@example.com' });
  const mailed = (email: string) => prisma.signInLink.count({ where: { email, mailedAt: { not: null } } });
  const seen = async (email: string, ip: string) => {
    const pages = [];
    for (let n = 0; n < 4; n++) {
      pages.push((await ask(email, ip)).page.html.replaceAll(email, 'EMAIL'));
      await waitFor(async () => expect(await mailed(email)).toBe(Math.min(n + 1, 3)));
    }
    return pages.map((html) => html.replaceAll(/\d\d:\d\d UTC/g, 'TIME'));
  };
  const [buyer, nobody] = [
    await seen('buyer@example.com', '203.0.113.30'),
    await seen('nobody@example.com', '203.0.113.31'),
  ];
  expect(buyer).toEqual(nobody);
  await mails(6);
});

test('an address is one address, whatever is in it', async () => {
  await ask('"x",eve@example.com');
  await ask('bob@example.com');
  await waitFor(() => expect(taken.flatMap(({ to }) => to)).toContain('bob@example.com'));
  expect(taken.every(({ to }) => to.length === 1)).toBe(true);
  expect(taken.some(({ to }) => to[0] === 'eve@example.com')).toBe(false);
});
