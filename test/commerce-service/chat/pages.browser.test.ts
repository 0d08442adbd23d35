import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useWorld } from '../../linking/world.ts';
import { inBrowser, useBrowser, WHERE } from '../../support/browser.ts';
import { look } from '../../support/look.ts';

const KEPT = ['bought', 'connected', 'sign-in', 'unknown'];
const PICTURES = { folder: 'chat-sign-in', light: KEPT, dark: ['connected'], isWhole: true };
const CARD = '4242424242424242';

inBrowser(WHERE, () => {
  const world = useWorld();
  const browser = useBrowser();
  const open = async (path: string) => {
    const { page, complaints } = await browser.open(world().url + path, {
      viewport: { width: 390, height: 700 },
    });
    const see = (name: string) => look(page, name, PICTURES);
    return { page, complaints, see };
  };

  /** At the sandbox: who one is, and whether one agrees. */
  async function agree(page: Page, username: string, choice = 'Authorize') {
    await page.getByLabel('You are').selectOption(world().member(username));
    await page.getByRole('button', { name: choice }).click();
  }

  test('buy, connect on the page after that, have the role, sign out, and sign in elsewhere', async () => {
    const buyer = await open(`/checkout/${world().planId}`);
    const { page } = buyer;
    await page.getByLabel('E-mail').fill('noor@example.com');
    await page.getByLabel('Card number').fill(CARD);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('heading', { name: 'You’re in. Thank you!' }).waitFor();
    await buyer.see('bought');
    await page.getByRole('button', { name: 'Connect with Sandbox' }).click();
    await agree(page, 'noor.rahman');
    await page.getByText('Connected: noor.rahman is your chat account here.').waitFor();
    await world().user.hasRole(world().member('noor.rahman'), 'Supporter');
    await buyer.see('connected');
    expect(new URL(page.url()).search).toBe('?done=connect');
    await page.reload();
    await page.getByText('Connected with Sandbox').waitFor();
    await page.getByRole('link', { name: 'Your memberships' }).click();
    await page.getByText('Connected with Sandbox').waitFor();
    await buyer.see('memberships');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: /bought on/ }).click();
    await page.getByText('so here you can only view it').waitFor();
    await buyer.see('signed-out');
    expect(buyer.complaints).toEqual([]);

    const elsewhere = await open('/memberships');
    await elsewhere.see('sign-in');
    await elsewhere.page.getByRole('button', { name: 'Sign in with Sandbox' }).click();
    await agree(elsewhere.page, 'noor.rahman');
    await elsewhere.page.getByRole('link', { name: /bought on/ }).click();
    await elsewhere.page.getByText('License key', { exact: true }).waitFor();
    expect(await elsewhere.page.getByText('Signed in as noor.rahman').count()).toBe(1);
    expect(await elsewhere.page.getByText('noor@example.com').count()).toBe(0);
    expect(elsewhere.complaints).toEqual([]);
  });

  test('every page of a sign-in that led nowhere says what to do', async () => {
    const { page, see, complaints } = await open('/memberships');
    const signIn = async (username: string, choice?: string) => {
      await page.goto(`${world().url}/memberships?sign_in`);
      await page.getByRole('button', { name: 'Sign in with Sandbox' }).click();
      await agree(page, username, choice);
    };
    const reached = async (name: string, title: string) => {
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await see(name);
    };
    await signIn('juniper');
    await reached('unknown', 'No purchases are connected to this account');
    await signIn('juniper', 'Cancel');
    await reached('denied', 'You didn’t sign in');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const outage = world().sandbox.faults.answer({ route: '/oauth2/token' }, { status: 503 });
    await signIn('juniper');
    await reached('unavailable', 'We can’t reach Sandbox');
    outage.remove();
    await page.goto(`${world().url}/oauth/chat/callback?state=a&code=b`);
    await reached('over', 'This sign-in is no longer valid');
    // The browser complains of pages that are answered with what they are: a refusal.
    expect(complaints.filter((complaint) => !complaint.includes('Failed to load resource'))).toEqual([]);
  });
});
