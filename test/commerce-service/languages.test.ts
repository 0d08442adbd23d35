import { expect, test } from 'vitest';
import { LANGUAGES, wordsFor } from '../../src/i18n/index.ts';
import { englishIn, languageOf } from '../support/language.ts';
import { waitUntil } from '../support/wait.ts';
import { useProvider } from './chat/provider.ts';
import { authorizeQuery, openBrowser } from './oauth/browser.ts';
import { APPLICATION, mailsTo, useCommerce } from './support.ts';

const provider = useProvider();
const commerce = useCommerce({ mailbox: true, service: { chat: provider.config } });

const APPROVED = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const RENEWAL = { plan_type: 'renewal', initial_price: 19.5, renewal_price: 9.5, billing_period: 30 };

/** Names that sellers and applications gave. */
const NAMES = [APPLICATION.name];

const ofPlan = (id: string): string => `/checkout/${id}`;

/** What sellers offer, in all its forms. */
async function openShop() {
  const { post } = commerce();
  const product = (await post('/products', { name: 'Club' })).body.id;
  const create = async (plan: object): Promise<string> =>
    (await post('/plans', { product_id: product, ...plan })).body.id;
  const field = { field_type: 'choice', name: 'Size', options: ['S', 'L'] };
  const plans = {
    renewal: await create({ ...RENEWAL, stock: 7, custom_fields: [field], one_per_user: true }),
    trial: await create({ ...RENEWAL, trial_period_days: 7 }),
    pass: await create({
      initial_price: 5,
      expiration_days: 30,
      refillable: true,
      allow_multiple_quantity: true,
    }),
    locked: await create({ initial_price: 5, password: 'secret' }),
    waitlist: await create({ release_method: 'waitlist' }),
    raffle: await create({ release_method: 'raffle' }),
    soldOut: await create({ initial_price: 5, stock: 0 }),
  };
  const promo = { code: 'SAVE', promo_type: 'flat_amount', amount_off: 2, base_currency: 'usd' };
  await post('/promo_codes', { ...promo, duration: 'repeating', number_of_intervals: 3 });
  return plans;
}

/** Everything that a buyer with a browser in this language gets to see, by what it is. */
async function seeAll(language: string) {
  const { app } = commerce();
  const plans = await openShop();
  const email = `${language}@example.com`;
  const anew = () => openBrowser(app, '127.0.0.1', `${language}-XX, ${language};q=0.8, en;q=0.2`);
  const browser = anew();
  const buy = async (plan: string, card_number = APPROVED, more: Record<string, string> = {}) => {
    const page = await browser.visit(`${ofPlan(plan)}?promo_code=${more['promo_code'] ?? ''}`);
    return browser.submit(page.html, plan, { email, card_number, ...more });
  };
  const seen: Record<string, Awaited<ReturnType<typeof browser.visit>>> = {};
  for (const [name, plan] of Object.entries(plans))
    seen[`checkout of ${name}`] = await browser.visit(ofPlan(plan));
  seen['filled in by a link'] = await browser.visit(
    `${ofPlan(plans.pass)}?email=${email}&community_chat_id=440832553390155656&promo_code=SAVE`,
  );
  seen['no plan'] = await browser.visit(ofPlan('plan_none'));
  seen['declined'] = await buy(plans.renewal, DECLINED);
  seen['closed session'] = await buy(plans.renewal, APPROVED, { session: 'ch_01J00000000000000000000000' });
  seen['no card'] = await buy(plans.renewal, '');
  seen['unknown promo code'] = await buy(plans.renewal, APPROVED, { promo_code: 'NOPE' });
  seen['invalid e-mail address'] = await buy(plans.renewal, APPROVED, { email: 'ann' });
  seen['on the list'] = await buy(plans.waitlist);
  seen['in the raffle'] = await buy(plans.raffle);
  seen['bought'] = await buy(plans.renewal, APPROVED, { promo_code: 'SAVE' });
  seen['bought twice'] = await buy(plans.renewal);
  seen['bought a trial'] = await buy(plans.trial);
  seen['bought a pass'] = await buy(plans.pass);
  const ids = ['bought', 'bought a trial', 'bought a pass'].map(
    (name) => /<code>(mem_\w+)<\/code>/.exec(seen[name]?.html ?? '')?.[1] ?? '',
  );
  for (const [index, id] of ids.entries())
    seen[`membership ${index}`] = await browser.visit(`/memberships/${id}`);
  const [first = ''] = ids;
  await browser.submit(seen['membership 0']?.html ?? '', `${first}/cancel`);
  seen['canceled'] = await browser.visit(`/memberships/${first}?done=cancel`);
  seen['memberships'] = await browser.visit('/memberships');
  seen['not ours'] = await browser.visit(`/memberships/${first}/cancel`, { proof: 'x' });
  const consent = `/oauth/authorize?${authorizeQuery()}`;
  seen['asked by an application'] = await browser.visit(consent);
  seen['chat account'] = await browser.visit('/oauth/chat/outcome');
  const askToSignIn = () => browser.visit('/memberships?sign_in');
  const signIn = async (key: object) =>
    browser.submit((await askToSignIn()).html, 'oauth/sign-in', { email, ...key });
  seen['asked to sign in'] = await askToSignIn();
  seen['wrong key'] = await signIn({ license_key: 'X' });
  seen['inbox'] = await signIn({});
  const mailed = await browser.openMailed(email);
  seen['link of a mail'] = mailed;
  await browser.submit(mailed.html, 'sign-in/follow');
  seen['signed in'] = await browser.visit('/memberships');
  seen['consent'] = await browser.visit(consent);
  seen['gone link'] = await browser.visit(`/oauth/sign-in?token=${mailed.token}`);
  seen['stranger'] = await anew().visit(`/memberships/${first}`);
  seen['not found'] = await browser.visit('/memberships/mem_none');
  seen['unknown application'] = await browser.visit('/oauth/authorize?client_id=app_none');
  // The link, and the list of purchases that became the buyer's with it.
  const mails = await waitUntil(() => (mailsTo(app, email).length === 2 ? mailsTo(app, email) : undefined));
  return { seen, mails };
}

test.each(LANGUAGES)(
  'everything that a buyer sees is in the language of the browser: %s',
  async (language) => {
    const { seen, mails } = await seeAll(language);
    const isEnglish = language === 'en';
    for (const [name, { html, headers }] of Object.entries(seen)) {
      expect(languageOf(html), name).toBe(language);
      expect(headers.vary, name).toContain('Accept-Language');
      if (!isEnglish) expect(englishIn(html, ...NAMES), name).toEqual([]);
    }
    for (const mail of mails) expect(englishIn(mail).length > 0, mail).toBe(isEnglish);
    const { pages, refusals } = wordsFor(language);
    expect(seen['consent']?.html).toContain(`<title>${pages.signIn.consent.title(APPLICATION.name)}</title>`);
    expect(seen['closed session']?.html).toContain(refusals.sessionClosed);
    const price = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(19.5);
    expect(seen['checkout of renewal']?.html).toContain(pages.checkout.form.pay(price));
  },
);

test('an application gets errors in English, whatever language it accepts', async () => {
  const { app, post } = commerce();
  const { id } = (await post('/plans', { stock: 0 })).body;
  const headers = { accept: 'application/json', 'accept-language': 'de' };
  const payload = { email: 'ann@example.com' };
  const refused = await app.inject({ method: 'POST', url: ofPlan(id), headers, payload });
  expect(refused.json()).toEqual({ error: { status: 409, message: 'This plan is sold out.' } });
});
