import { expect, test } from 'vitest';
import { isOnServer } from '../../support/database.ts';
import { holdChanges } from '../../support/held-changes.ts';
import { ANN, shopOf } from '../shop.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();
const { buyIn, open, openShop, show } = shopOf(commerce);

const VIEWING = 'Viewing with a license key';

/** Somebody who bought, and somebody who knows the license key and the address. */
async function scene() {
  const owner = open();
  const { id, license_key } = await buyIn(owner, (await openShop()).free);
  const other = open();
  return {
    async signIn() {
      const { html } = await other.visit('/memberships?sign_in');
      return other.submit(html, 'oauth/sign-in', { email: ANN, license_key });
    },
    async replace() {
      const { html } = await owner.visit(`/memberships/${id}`);
      return owner.submit(html, `${id}/replace-key`);
    },
    isViewing: async () => (await other.visit(`/memberships/${id}`)).html.includes(VIEWING),
    hasNewKey: async () => (await show(id)).license_key !== license_key,
  };
}

test('replacing a license key ends the sessions that it opened, and it opens no other', async () => {
  const { signIn, replace, isViewing } = await scene();
  await signIn();
  expect(await isViewing()).toBe(true);
  await replace();
  expect(await isViewing()).toBe(false);
  expect((await signIn()).html).toContain('No purchase with this e-mail address has this license key.');
  expect(await isViewing()).toBe(false);
});

test.runIf(isOnServer())(
  'a license key that is being replaced opens no session that outlives it',
  async () => {
    const { signIn, replace, isViewing, hasNewKey } = await scene();
    const held = await holdChanges(commerce().prisma, { table: 'memberships', column: 'license_key' });
    const replaced = replace();
    await held.untilWaiting(1);
    let isDone = false;
    const signedIn = signIn().finally(() => {
      isDone = true;
    });
    await held.untilWaiting(2, () => isDone);
    await held.release();
    expect((await replaced).status).toBe(303);
    await signedIn;
    expect(await hasNewKey()).toBe(true);
    expect(await isViewing()).toBe(false);
  },
);
