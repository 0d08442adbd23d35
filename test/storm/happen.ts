import { queueSync } from '../../src/access/index.ts';
import { hasHad, type Truth } from './model.ts';
import { PEOPLE, type Step } from './scenario.ts';
import type { Place } from './stage.ts';

/** Has one thing happen. What can't happen now doesn't. */
export async function happen(place: Place, step: Step): Promise<void> {
  const { container, scenario, guildId, people, roles, truths, deliveries, byHand, gone } = place;
  const { clock, shop, send } = container;
  const { community, faults } = container.chat.sandbox;
  const { wireOf, changes, deliver } = place;
  await place.pause();
  const truth = 'nth' in step ? truths[step.nth % truths.length] : undefined;
  const userId = 'person' in step ? (people[step.person] ?? '') : '';
  const isIn = community.guild(guildId)?.members.has(userId) ?? false;
  switch (step.happens) {
    case 'purchase': {
      const person = step.buyer < PEOPLE ? step.buyer : undefined;
      const bought: Truth = {
        plan: step.plan,
        status: '',
        person,
        named: person,
        isTyped: step.isTyped,
        isLinked: false,
        past: [],
        isTold: true,
      };
      truths.push(bought);
      return changes(bought, { status: 'active' });
    }
    case 'status':
      return truth && changes(truth, { status: step.status });
    case 'connect':
      // What was only typed yields to a link.
      return (
        truth &&
        changes(truth, {
          named: step.person,
          ...(!(truth.isTyped && truth.isLinked) && { person: step.person, isLinked: false }),
        })
      );
    case 'link': {
      // Who connected an account before may have been seen later: whose link is the last one depends on that.
      const isSure = truth?.isTyped || truth?.isLinked;
      if (!truth || !(isSure || truth.past.every(({ person }) => person === undefined))) return;
      const before = truth.person;
      Object.assign(truth, { person: step.person, isLinked: true });
      truth.past.push({ person: step.person, hasEnded: truth.status !== 'active', isProven: true });
      const commerceUserId = wireOf(truth).user;
      const link = { chatUserId: userId, linkedAt: clock.now() };
      await container.prisma().accountLink.upsert({
        where: { commerceUserId },
        create: { commerceUserId, ...link },
        update: link,
      });
      for (const account of before === undefined ? [step.person] : [before, step.person])
        await queueSync(
          { send, clock },
          { guildId, userId: people[account] ?? '' },
          { urgency: 'urgent', mayTake: true },
        );
      return;
    }
    case 'give by hand':
      if (!isIn) return;
      if (!byHand.has(`${step.person} ${step.role}`))
        byHand.set(`${step.person} ${step.role}`, !hasHad(scenario, truths, step));
      return community.giveRole(guildId, userId, roles[step.role] ?? '');
    case 'take by hand':
      if (!isIn) return;
      byHand.delete(`${step.person} ${step.role}`);
      return community.takeRole(guildId, userId, roles[step.role] ?? '');
    case 'leave':
      if (isIn) community.leave(guildId, userId);
      gone.add(step.person);
      return;
    case 'join':
      if (!isIn) community.join(guildId, { userId, pending: step.pending });
      gone.delete(step.person);
      return;
    case 'pass screening':
      return isIn ? community.setPending(guildId, userId, false) : undefined;
    case 'deliver': {
      const [delivery] = deliveries.splice(step.nth % deliveries.length, 1);
      for (let time = 0; delivery && time < step.times; time++) await deliver(delivery);
      return;
    }
    case 'lose delivery': {
      // Of a service that can't be asked nothing else is known.
      const [lost] = scenario.isAskable ? deliveries.splice(step.nth % deliveries.length, 1) : [];
      if (lost) lost.truth.isTold = false;
      return;
    }
    case 'gateway':
      return place.hear(step.events);
    case 'lose gateway':
      return place.loseGateway();
    case 'work':
      return place.work(step);
    case 'crash':
      return place.crash(step);
    case 'sweep':
      // The client's pauses between two attempts are real time.
      shop.state.failures = 0;
      return place.sweepAll();
    case 'fault':
      faults.add(step.fault);
      return;
    case 'shop fault':
      shop.state.failures = step.times;
      return;
  }
}
