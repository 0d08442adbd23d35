import { expect, test } from 'vitest';
import type { MailSender } from '../../../src/commerce-service/index.ts';
import { waitFor } from '../../support/wait.ts';
import { useCommerce } from '../support.ts';
import { authorizeQuery, openBrowser } from './browser.ts';

const ANN = 'ann@example.com';

const commerce = useCommerce();

test('a process without a mail server leaves the mails to those that have one', async () => {
  const mailed: string[] = [];
  const mail: MailSender = { send: async ({ to }) => void mailed.push(to) };
  // Works from before the mail is queued, so that it would have taken it.
  await commerce().startAnother({ work: true });
  const { app } = await commerce().startAnother({ service: { mail } });
  const browser = openBrowser(app);
  const { html } = await browser.visit(`/oauth/authorize?${authorizeQuery()}`);
  expect((await browser.submit(html, 'sign-in', { email: ANN })).status).toBe(200);
  await commerce().startAnother({ work: true, service: { mail } });
  await waitFor(() => expect(mailed).toEqual([ANN]));
});
