import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../../support/ports.ts';
import { useCommerce } from '../support.ts';
import { authorizeQuery, openBrowser } from './browser.ts';

const port = await freePort();
const PASSWORD = 'the-mail-server-password';
const commerce = useCommerce({
  work: true,
  service: {
    mail: { smtpUrl: `smtp://shop:${PASSWORD}@127.0.0.1:${port}`, from: 'The Shop <shop@example.com>' },
    showSignInLinks: true,
  },
});

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

const mails = (count: number) => vi.waitFor(() => expect(taken).toHaveLength(count), 20_000);

async function ask(email: string) {
  const browser = openBrowser(commerce().app);
  const start = await browser.visit(`/oauth/authorize?${authorizeQuery()}`);
  return { browser, page: await browser.submit(start.html, 'sign-in', { email }) };
}

test('a link is mailed, not shown, and signs the buyer in where it was asked for', async () => {
  const { prisma } = commerce();
  const { browser, page } = await ask('Ann@example.com');
  expect(page.html).toContain('Look into your inbox');
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
  expect((await browser.visit(next.location ?? '')).html).toContain('Allow The App to look?');
});

test('a mail that the server puts off comes later, and only its own link opens anything', async () => {
  refusals = 1;
  await ask('ann@example.com');
  await mails(1);
  const outputs = JSON.stringify(await commerce().prisma.$queryRaw`SELECT output::text FROM pgboss.job`);
  expect(outputs).not.toMatch(new RegExp(`${PASSWORD}|ann@example.com`));
});

test('nobody floods an inbox, and nobody is told', async () => {
  for (let n = 0; n < 5; n++) expect((await ask('ann@example.com')).page.html).toContain('on its way to');
  expect((await ask('bob@example.com')).page.status).toBe(200);
  await mails(4);
  expect(taken.filter(({ to }) => to[0] === 'ann@example.com')).toHaveLength(3);
});

test('an address is one address, whatever is in it', async () => {
  await ask('"x",eve@example.com');
  await ask('bob@example.com');
  await vi.waitFor(() => expect(taken.flatMap(({ to }) => to)).toContain('bob@example.com'), 20_000);
  expect(taken.every(({ to }) => to.length === 1)).toBe(true);
  expect(taken.some(({ to }) => to[0] === 'eve@example.com')).toBe(false);
});
