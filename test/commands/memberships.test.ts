import { expect, test } from 'vitest';
import { adminActions } from '../audit/log.ts';
import { waitFor } from '../support/wait.ts';
import { expectGolden } from './golden.ts';
import { buttonIn, type Heard } from './talk.ts';
import { useWorld } from './world.ts';

const world = useWorld({ commerce: true, worker: true }, async (world) => {
  const [memberPlan, patronPlan] = world.seeded.plans;
  await world.map(world.roles.supporter.id, world.seeded.productId);
  await world.map(world.roles.insider.id, patronPlan?.id ?? '');
  patron = await buy(patronPlan?.id ?? '', 'juniper');
  member = await buy(memberPlan?.id ?? '', 'juniper');
});
/** Juniper's memberships, one of each plan. */
let patron: string;
let member: string;

async function buy(planId: string, username: string): Promise<string> {
  const bought = await world().order(`/checkout/${planId}`, {
    email: `${username}@example.com`,
    community_chat_id: world().member(username),
    card_number: '4242424242424242',
  });
  return /mem_\w+/.exec(JSON.stringify(bought))?.[0] ?? '';
}

/** Replaces ids, keys and times, which differ between runs. */
const steady = ({ text, ...heard }: Heard): Heard => ({
  ...heard,
  text: text
    .replaceAll('\\_', '_')
    .replaceAll(patron, 'mem_PATRON')
    .replaceAll(member, 'mem_MEMBER')
    .replace(/(key: |schlüssel: )`[^`]+`/g, '$1`KEY`')
    .replace(/<t:\d+:\w>/g, 'SOME DAY'),
});
const actions = (subject: string) => adminActions(world().prisma, { objectId: subject });
const owner = () => world().owner();

/** Looks up Juniper's memberships, and waits until both roles are granted. */
async function lookUp(): Promise<Heard> {
  const found = await owner().run('memberships show', { member: world().member('juniper') });
  await waitFor(async () => expect(await world().prisma.roleChange.count()).toBe(2));
  return found;
}

async function cancelAndUndo() {
  const canceled = await owner().run('memberships cancel', { membership: patron });
  return { canceled, undone: await owner().press(canceled, 'Undo the cancellation') };
}

const addDays = (days: number) => owner().run('memberships add-days', { membership: patron, days });

/** Waits for the first revoked role in the history. */
const roleTaken = () =>
  waitFor(() => world().prisma.roleChange.findFirstOrThrow({ where: { kind: 'revoke' } }));

test('the memberships of a member are found at the service and stored in the mirror', async () => {
  const found = await lookUp();
  await expectGolden('memberships/choose', steady(found));
  const { custom_id } = choiceIn(found);
  const before = owner().messages();
  owner().actor.choose(found.id, custom_id, [patron]);
  const shown = await waitFor(() => {
    const now = owner()
      .messages()
      .find(({ id }) => id === found.id);
    if (!now || before.some(({ text }) => text === now.text)) throw new Error('Nothing new is shown.');
    return now;
  });
  await expectGolden('memberships/show', steady(shown));
});

test('a membership is found by its id, its licence key and the address of its buyer', async () => {
  await lookUp();
  const { licenseKey } = await world().commerce.memberships.get(member);
  const byKey = await owner().run('memberships show', { membership: licenseKey ?? '' });
  expect(byKey.text).toContain(member);
  const byMail = await owner().run('memberships show', { membership: 'juniper@example.com' });
  expect(byMail.text).toContain('Which membership?');
  await expectGolden(
    'memberships/show.de',
    steady(await world().german().run('memberships show', { membership: member })),
  );
  await expectGolden(
    'memberships/none',
    await owner().run('memberships show', { membership: 'no@example.com' }),
  );
  await expectGolden(
    'memberships/unknown',
    await owner().run('memberships show', { membership: 'mem_**x**' }),
  );
  await expectGolden('memberships/which', await owner().run('memberships show'));
});

test('memberships are suggested by id and by plan', async () => {
  await lookUp();
  // The first request doesn't wait for the list of plans.
  await waitFor(async () => {
    const suggested = await owner().suggestions('memberships show', 'membership', { membership: 'patr' });
    expect(suggested).toEqual([{ name: `Patron · active · ${patron}`, value: patron }]);
  });
  const byId = await owner().suggestions('memberships show', 'membership', { membership: member });
  expect(byId).toHaveLength(1);
});

test('a renewing membership is canceled for the end of its period, and the cancellation is undone', async () => {
  const { canceled, undone } = await cancelAndUndo();
  await expectGolden('memberships/canceled', steady(canceled));
  await expectGolden('memberships/goes-on', steady(undone));
  expect((await world().commerce.memberships.get(patron)).cancelAtPeriodEnd).toBe(false);
  const names = (await actions(patron)).map(({ action }) => action);
  expect(names).toEqual(['cancellation set', 'cancellation undone']);
  const refused = await owner().run('memberships cancel', { membership: member });
  await expectGolden('memberships/cancel-declined', steady(refused));
});

test('free days are added', async () => {
  await expectGolden('memberships/days-added', steady(await addDays(3)));
  expect((await actions(patron)).at(-1)).toMatchObject({ details: { days: 3, outcome: 'done' } });
});

test('days are added once, however often the membership is chosen while the service is slow', async () => {
  const found = await owner().run('memberships add-days', { member: world().member('juniper'), days: 2 });
  const { service } = world();
  const before = service.asked.length;
  const release = service.hangs();
  const { custom_id } = choiceIn(found);
  const chosen = [1, 2].map(() => owner().actor.choose(found.id, custom_id, [patron]).answer);
  await Promise.all(chosen);
  release();
  service.works();
  await owner().sees('2 free days were added');
  await owner().sees('This was already ordered');
  const path = `POST /memberships/${patron}/add_free_days`;
  expect(service.asked.slice(before).filter((each) => each === path)).toHaveLength(1);
});

test('a termination that the service refused is ordered again with the same button, and a removal is reported', async () => {
  const plan = await world().commerce.plans.create({ internalNotes: 'Backstage' });
  const id = await buy(plan.id, 'leif.h');
  await owner().run('memberships show', { membership: id });
  // A member is never removed for a purchase that isn't proven to be theirs.
  const { commerceUserId } = await world().commerce.memberships.get(id);
  await world().prisma.accountLink.create({
    data: {
      commerceUserId: commerceUserId ?? '',
      chatUserId: world().member('leif.h'),
      linkedAt: new Date(),
    },
  });
  await world().map(world().roles.insider.id, plan.id, { atEnd: 'kick' });
  await world().sync('leif.h');
  await waitFor(() => expect(world().rolesOf('leif.h')).toContain(world().roles.insider.id));
  await waitFor(async () => {
    const given = await world().prisma.roleGrant.findFirst({ where: { userId: world().member('leif.h') } });
    expect(given?.confirmedAt).not.toBeNull();
  });
  const asked = await owner().run('memberships terminate', { membership: id });
  world().service.refusesOrders(403);
  const refused = await owner().fillIn(owner().pressForForm(asked, 'End it now'), { reason: 'Refund' });
  world().service.works();
  expect(refused.text).toContain('isn’t allowed to do this (403)');
  await owner().fillIn(owner().pressForForm(asked, 'End it now'), { reason: 'Refund' });
  expect((await owner().sees('was removed from the server')).text).toContain('Membership ended');
  expect((await actions(id)).map(({ details }) => details)).toMatchObject([
    { outcome: 'failed' },
    { outcome: 'done' },
  ]);
  const shown = await owner().run('memberships show', { membership: id });
  expect(shown.text).toContain('was removed from the server');
});

test('the question before a termination lists the roles that go and stay, with the reasons', async () => {
  await lookUp();
  await expectGolden(
    'memberships/terminate',
    steady(await owner().run('memberships terminate', { membership: patron })),
  );
  const german = await world().german().run('memberships terminate', { membership: patron });
  await expectGolden('memberships/terminate.de', steady(german));
  await expectGolden('memberships/terminate-cancelled', await world().german().press(german, 'Abbrechen'));
  expect(world().rolesOf('juniper')).toHaveLength(2);
});

test('the button of another user ends nothing', async () => {
  const asked = await owner().run('memberships terminate', { membership: patron });
  const custom_id = buttonIn(asked, 'End it now');
  const stolen = await world().post([{ type: 2, style: 1, label: 'Stolen', custom_id }]);
  const refused = await world().as('tomasz_k').pressId(stolen, custom_id);
  expect(refused.text).toContain('You need the permission “Manage Server”');
  expect((await world().commerce.memberships.get(patron)).valid).toBe(true);
});

test('a termination while the service is down ends nothing and reports the failure', async () => {
  const asked = await owner().run('memberships terminate', { membership: patron });
  const opened = owner().pressForForm(asked, 'End it now');
  await opened.answer;
  world().service.goesDown();
  const failed = await owner().fillIn(opened, { reason: 'Chargeback' });
  world().service.works();
  expect(failed.text).toContain('can’t be reached');
  expect((await world().commerce.memberships.get(patron)).valid).toBe(true);
});

test('a termination is done once, however often its form is sent, and reports the role changes', async () => {
  await lookUp();
  const asked = await owner().run('memberships terminate', { membership: patron });
  const forms = [owner().pressForForm(asked, 'End it now'), owner().pressForForm(asked, 'End it now')];
  await Promise.all(forms.map(({ answer }) => answer));
  const { service } = world();
  const before = service.asked.length;
  const sent = forms.map((form) => owner().actor.submit(form, { reason: 'Asked for it @everyone' }));
  await Promise.all(sent.map(({ answer }) => answer));
  await waitFor(() =>
    expect(
      owner()
        .messages()
        .find(({ id }) => id === asked.id)?.text,
    ).toContain('was removed.'),
  );
  const path = `POST /memberships/${patron}/terminate`;
  expect(service.asked.slice(before).filter((each) => each === path)).toHaveLength(1);
  expect(world().rolesOf('juniper')).toEqual([world().roles.supporter.id]);
  const terminations = (await actions(patron)).filter(({ action }) => action === 'membership terminated');
  expect(terminations).toMatchObject([
    { actor: owner().userId, details: { reason: 'Asked for it @everyone', outcome: 'done' } },
  ]);
  expect(await roleTaken()).toMatchObject({ roleId: world().roles.insider.id, actor: owner().userId });
  const shown = owner()
    .messages()
    .find(({ id }) => id === asked.id);
  if (shown) await expectGolden('memberships/terminated', steady(shown));
});

test('an ended membership is not ended again, and its history names who ended it', async () => {
  await lookUp();
  await cancelAndUndo();
  await addDays(3);
  await addDays(2);
  const asked = await owner().run('memberships terminate', { membership: patron });
  await owner().fillIn(owner().pressForForm(asked, 'End it now'), { reason: 'Asked for it' });
  await owner().sees('was removed.');
  await roleTaken();
  const over = await owner().run('memberships terminate', { membership: patron });
  await expectGolden('memberships/over', steady(over));
  await expectGolden(
    'memberships/history',
    steady(await owner().run('memberships show', { membership: patron })),
  );
});

test('a permission that our key lacks is reported', async () => {
  world().service.answers(403);
  const refused = await owner().run('memberships show', { membership: member });
  world().service.works();
  await expectGolden('memberships/forbidden', refused);
});

function choiceIn({ message }: Heard): { custom_id: string } {
  const found = /"custom_id":"([^"]+)"/.exec(JSON.stringify(message.components));
  return { custom_id: found?.[1] ?? '' };
}
