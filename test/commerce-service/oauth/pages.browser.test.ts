import { beforeAll, expect, test } from 'vitest';
import { inBrowser, useBrowser, WHERE } from '../../support/browser.ts';
import { freePort } from '../../support/ports.ts';
import { waitUntil } from '../../support/wait.ts';
import { APPLICATION, mailsTo, useCommerce } from '../support.ts';
import { authorizeQuery } from './browser.ts';

const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}`;
const commerce = useCommerce({ mailbox: true, service: { publicUrl } });

inBrowser(WHERE, () => {
  const browser = useBrowser();
  beforeAll(() => commerce().app.listen({ host: '127.0.0.1', port }));

  test('a buyer gets through by keyboard on a narrow phone, and back to the application', async () => {
    const [, redirect_uri = ''] = APPLICATION.redirectUris;
    const address = `${publicUrl}/oauth/authorize?${authorizeQuery({ redirect_uri })}`;
    const { page, complaints } = await browser.open(address, { viewport: { width: 320, height: 640 } });

    const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth');
    expect(await fits()).toBe(true);
    const email = 'a.rather.long.address.of.ann@example-with-a-long-name.com';
    await page.getByLabel('E-mail').fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    expect(await fits()).toBe(true);
    const link = await waitUntil(
      () => /https?:\S+\/oauth\/sign-in\?token=\S+/.exec(mailsTo(commerce().app, email)[0] ?? '')?.[0],
    );
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).press('Enter');
    await page.getByRole('heading', { name: 'Allow The App to see your data?' }).waitFor();
    expect(await fits()).toBe(true);
    const arrival = page.waitForRequest((request) => request.url().startsWith(redirect_uri));
    await page.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
    expect(new URL((await arrival).url()).searchParams.get('code')).toMatch(/^code_/);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
