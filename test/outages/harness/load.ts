import { setTimeout as wait } from 'node:timers/promises';
import Type from 'typebox';
import Value from 'typebox/value';
import { vi } from 'vitest';
import { API_KEY, type Cluster, type Person } from './cluster.ts';

/** How far apart people act, and how soon somebody tries again who had no answer, in milliseconds. */
const PACE = 500;
const AGAIN = 500;

/** How long somebody waits for an answer, in milliseconds. */
const PATIENCE = 15_000;

/** How long a fault may keep everybody from being answered once it is mended, in milliseconds, on a busy machine. */
const RECOVERY = 90_000;

const Sold = Type.Object({ membership: Type.Object({ id: Type.String() }) });

/**
 * People who buy a membership and end it, in turn, over and over; who has no answer tries again until there is one.
 * Who has bought under an earlier load ends that first: each act changes a role.
 */
export function startLoad({ addresses, people }: Pick<Cluster, 'addresses' | 'people'>) {
  const bought = new Set<string>();
  const ended = new Set<string>();
  /** Answers that no fault of ours or others excuses. */
  const odd: string[] = [];
  let isOn = true;
  let serial = 0;

  const ask = async (path: string, body?: object) => {
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${API_KEY}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const response = await fetch(new URL(path, addresses.commerce), {
      method: 'POST',
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const { status } = response;
    const text = await response.text();
    const isPutOff = status === 503 && response.headers.has('retry-after');
    if (status >= 500 && !isPutOff) odd.push(`POST ${path}: ${status} ${text}`);
    return { status, text };
  };
  /** Asks again until something is answered that isn't the trouble of the moment. */
  const insist = async (act: () => ReturnType<typeof ask>) => {
    for (;;) {
      const answer = await act().catch(() => undefined);
      if (answer && answer.status < 500) return answer;
      await wait(AGAIN);
    }
  };
  const buy = async (person: Person) => {
    const answer = await insist(() => {
      serial += 1;
      const email = `${person.userId}-${serial}@example.com`;
      return ask(person.checkout, {
        email,
        community_chat_id: person.userId,
        card_number: '4242424242424242',
      });
    });
    if (answer.status !== 201) return void odd.push(`a purchase: ${answer.status} ${answer.text}`);
    const { membership } = Value.Parse(Sold, JSON.parse(answer.text));
    person.membershipId = membership.id;
    bought.add(membership.id);
  };
  const end = async (person: Person, membershipId: string) => {
    let isAgain = false;
    const answer = await insist(() => {
      const asked = ask(`/api/v2/memberships/${membershipId}/terminate`);
      return asked.catch((error) => {
        isAgain = true;
        throw error;
      });
    });
    // Whose first try was heard, and the answer lost, is told that it has ended already.
    if (answer.status >= 300 && !isAgain) odd.push(`an end: ${answer.status} ${answer.text}`);
    delete person.membershipId;
    ended.add(membershipId);
  };
  const act = async (person: Person) => {
    if (person.isBusy) return;
    person.isBusy = true;
    await (person.membershipId === undefined ? buy(person) : end(person, person.membershipId));
    person.isBusy = false;
  };
  const run = async () => {
    const acts: Promise<void>[] = [];
    for (let turn = 0; isOn; turn++) {
      const person = people[turn % people.length];
      if (person) acts.push(act(person));
      await wait(PACE);
    }
    await Promise.all(acts);
  };
  const running = run();
  const answered = () => bought.size + ended.size;
  return {
    bought,
    ended,
    odd,
    answered,
    /** Waits until so many more are answered. */
    async goesOn(more = 6): Promise<void> {
      const before = answered();
      await vi.waitUntil(() => answered() >= before + more, { timeout: RECOVERY, interval: 50 });
    },
    /** Nobody begins anything more, and all that was begun is answered. */
    async stop(): Promise<void> {
      isOn = false;
      await running;
    },
  };
}

export type Load = ReturnType<typeof startLoad>;
