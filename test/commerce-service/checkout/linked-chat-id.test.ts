import { expect, test } from 'vitest';
import { openBrowser } from '../oauth/browser.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

const EVE = '440832553390155656';
const OWN = '440832553390155657';
const TOLD = 'The link you followed filled this in';

test('a chat id that a link has filled in is shown as that, however often the page is shown', async () => {
  const { app, post } = commerce();
  const { id } = (await post('/plans', { initial_price: 5, renewal_price: 0 })).body;
  const browser = openBrowser(app);
  let page = await browser.visit(`/checkout/${id}?community_chat_id=${EVE}`);
  expect(page.html).toContain(`${TOLD}. The account <strong>${EVE}</strong> gets what you buy.`);
  // The preview of a promo code, and a form that is refused.
  for (const typed of [{ preview: '1', promo_code: 'NONE' }, { email: 'nobody' }]) {
    page = await browser.submit(page.html, id, { community_chat_id: EVE, ...typed });
    expect(page.html).toContain(TOLD);
  }
  page = await browser.submit(page.html, id, { community_chat_id: OWN, preview: '1' });
  expect(page.html).toContain(`value="${OWN}"`);
  expect(page.html).not.toContain(TOLD);
});

test('so is an e-mail address, whose owner would own the purchase', async () => {
  const { app, post } = commerce();
  const { id } = (await post('/plans', { initial_price: 5, renewal_price: 0 })).body;
  const browser = openBrowser(app);
  const notice = `${TOLD}. What you buy belongs to whoever reads the mail of <strong>eve@example.com</strong>.`;
  let page = await browser.visit(`/checkout/${id}?email=eve%40example.com`);
  expect(page.html).toContain(notice);
  page = await browser.submit(page.html, id, { email: 'eve@example.com', preview: '1' });
  expect(page.html).toContain(notice);
  page = await browser.submit(page.html, id, { email: 'ann@example.com', preview: '1' });
  expect(page.html).not.toContain(TOLD);
});

test('behind a plan’s password, too', async () => {
  const { app, post } = commerce();
  const source = (await post('/plans', {})).body.id;
  const link = { custom_password: 'sesame', stock: 9 };
  const { id } = (await post(`/plans/${source}/create_quick_link`, link)).body;
  const browser = openBrowser(app);
  const page = await browser.visit(`/checkout/${id}?community_chat_id=${EVE}`);
  expect((await browser.submit(page.html, id, { password: 'sesame' })).html).toContain(TOLD);
});

test('what buyers type themselves is told of as their own', async () => {
  const { app, post } = commerce();
  const { id } = (await post('/plans', { initial_price: 5, renewal_price: 0 })).body;
  const browser = openBrowser(app);
  const page = await browser.visit(`/checkout/${id}`);
  const preview = await browser.submit(page.html, id, { community_chat_id: OWN, preview: '1' });
  expect(preview.html).not.toContain(TOLD);
  expect(preview.html).toContain('The id number of your account');
});
