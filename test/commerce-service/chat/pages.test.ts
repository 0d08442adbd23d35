import { expect, test } from 'vitest';
import { authorizeQuery, openBrowser } from '../oauth/browser.ts';
import { useCommerce } from '../support.ts';
import { buyerOf, titleOf } from './buyer.ts';
import { useProvider } from './provider.ts';

const provider = useProvider();
const chat = provider.config;
const both = useCommerce({ mailbox: true, service: { chat } });
const chatAlone = useCommerce({ service: { chat } });
const mailAlone = useCommerce({ mailbox: true });

test('where both are there, one signs in by mail or with the chat account', async () => {
  for (const path of ['/memberships', `/oauth/authorize?${authorizeQuery()}`]) {
    const { html } = await openBrowser(both().app).visit(path);
    expect(html).toContain('name="email"');
    expect(html).toContain('Sign in with Chatter');
  }
});

test('where no mail is sent, the chat account is the way in, and it is said what it takes', async () => {
  const { app, post, get } = chatAlone();
  const { html } = await openBrowser(app).visit('/memberships');
  expect(html).toMatch(
    /Sign in with Chatter[\s\S]*This service sends no mail[\s\S]*View a membership with its license/,
  );
  const application = await openBrowser(app).visit(`/oauth/authorize?${authorizeQuery()}`);
  expect(application.html).toContain('Sign in with Chatter');
  expect(application.html).not.toContain('name="email"');
  // From the purchase to another browser, without any mail.
  const buyer = buyerOf(app, provider);
  const { page, id } = await buyer.buy((await post('/plans', {})).body.id, 'ann@example.com');
  const account = { id: '440832553390155656', name: 'ann.chats' };
  await buyer.connect(page, account);
  const elsewhere = buyerOf(app, provider);
  expect((await elsewhere.signInWithChat(account)).html).toContain(id);
  const { license_key } = (await get(`/memberships/${id}`)).body;
  const guest = openBrowser(app);
  const asked = await guest.visit('/memberships');
  const wrong = await guest.submit(asked.html, 'oauth/sign-in', {
    email: 'ann@example.com',
    license_key: 'X',
  });
  expect(wrong.html).toContain('<details open>');
  await guest.submit(wrong.html, 'sign-in', { email: 'ann@example.com', license_key });
  expect((await guest.visit('/memberships')).html).toContain(id);
});

test('without a mailed link, what to do says nothing of one', async () => {
  const account = { id: '440832553390155656', name: 'ann.chats' };
  const unknown = async (app: ReturnType<typeof both>['app']) =>
    (await buyerOf(app, provider).signInWithChat(account)).html;
  expect(await unknown(both().app)).toContain('get a sign-in link');
  expect(await unknown(chatAlone().app)).not.toContain('sign-in link');
});

test('where there is no chat account’s provider, nothing of it is shown or there', async () => {
  const { app, post } = mailAlone();
  const buyer = buyerOf(app, provider);
  const { page, id } = await buyer.buy((await post('/plans', {})).body.id, 'ann@example.com');
  for (const { html } of [
    page,
    await buyer.visit(`/memberships/${id}`),
    await buyer.visit('/memberships?sign_in'),
  ])
    expect(html).not.toMatch(/oauth\/chat|Connect/);
  for (const path of ['/oauth/chat/callback', '/oauth/chat/outcome'])
    expect((await buyer.visit(path)).status).toBe(404);
  expect((await buyer.visit('/oauth/chat', { request: '', proof: '' })).status).toBe(404);
});

test('the address of the outcome makes the page say nothing of anybody', async () => {
  const { app } = both();
  const browser = openBrowser(app);
  for (const query of ['', '?over', '?over=<b>', '?outcome=unknown&name=Eve'])
    expect(titleOf(await browser.visit(`/oauth/chat/outcome${query}`))).toBe(
      'This sign-in is no longer valid',
    );
});

test('sign-ins that nobody came back from are cleared away', async () => {
  const { app, prisma, cleanUp, late } = both();
  const buyer = buyerOf(app, provider);
  await buyer.toProvider(await buyer.visit('/memberships'), 'oauth/chat');
  await cleanUp();
  expect(await prisma.chatSignIn.count()).toBe(1);
  const before = late.seconds;
  late.seconds -= 601;
  try {
    await cleanUp();
    expect(await prisma.chatSignIn.count()).toBe(0);
  } finally {
    late.seconds = before;
  }
});
