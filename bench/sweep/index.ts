import type { Aim, Bench, Findings } from '../bench.ts';
import { shown, spreadOf } from '../spread.ts';
import { measureSweep, type Sweep } from './measure.ts';

const ROLES = 20;

/** Members per call that lists them. */
const PAGE = 1000;

const METHOD = [
  `A server whose members have a membership each of one of ${ROLES} plans that give a role each. One in a hundred has drifted: by turns somebody who paid lacks the role, and somebody has one whose membership is over. Bot and worker are a process of their own, the chat platform another one that takes all calls at once, as does the bot’s library here: what is measured is the work, not the waiting for the platform’s limits. The mirror is up to date when the sweep begins.`,
];

const NOTES = [
  'What the bot holds at a time is a page of a thousand members and what is stored about them, some 70 to 110 MB with the program itself; the rest is Node, and what it has not cleared away yet. So the process is started as worker and bot are on a server, with `npm run start:small`, which has Node clear away sooner: with `npm run start:server` the same sweep leaves up to 700 MB, and takes a sixth less of a processor’s time. Its processor is busy nearly all of the time that the sweep takes: on a slower one it takes longer.',
  'When a page of members is full only the next one could tell that there are no more. Where the gateway has said how many members there are, as it has here, that call is saved; where it has not, and the last page is full, there is one more.',
  'Each change is one call. Another one looks at the member afterwards, since the platform has been seen to lose changes that it had acknowledged. What the sweep saw of a member counts for 30 seconds; who is healed later than that is looked at before, too.',
];

export const sweep: Bench = {
  name: 'sweep',
  title: 'Sweeping a large server',
  async run({ homes: [home], isQuick, say }): Promise<Findings> {
    if (!home) throw new Error('There is no database.');
    const [rounds, members] = isQuick ? [1, 2_000] : [2, 100_000];
    const sweeps: Sweep[] = [];
    for (let round = 1; round <= rounds; round++) {
      say(`sweep, ${home.name}, round ${round} of ${rounds}`);
      sweeps.push(await measureSweep(home, members, ROLES));
    }
    const spread = (take: (sweep: Sweep) => number) => spreadOf(sweeps.map(take));
    const row = (what: string, take: (sweep: Sweep) => number, unit = '') => [
      what,
      shown(spread(take), unit),
    ];
    return {
      method: METHOD,
      tables: [
        {
          caption: `${members.toLocaleString('en')} members on ${home.name}`,
          head: ['what', 'measured'],
          rows: [
            row('until all members were compared', ({ compared }) => compared / 1000, ' s'),
            row('until all drift was healed', ({ healed }) => healed / 1000, ' s'),
            row('of it, time of a processor in the bot', ({ processor }) => processor, ' s'),
            row('members found to have drifted', ({ drifted }) => drifted),
            row('calls that list members', ({ lists }) => lists),
            row('calls that change a role', ({ changes }) => changes),
            row('calls that look at a member', ({ looks }) => looks),
            row('most memory of the bot', ({ peak }) => peak, ' MB'),
          ],
        },
      ],
      aims: aimsOf(members, sweeps, spread),
      notes: NOTES,
      pictures: [],
    };
  },
};

function aimsOf(
  members: number,
  [first]: readonly Sweep[],
  spread: (take: (sweep: Sweep) => number) => Aim['measured'],
): Aim[] {
  return [
    aim(
      'until all drift was healed',
      'at most',
      60,
      's',
      spread(({ healed }) => healed / 1000),
    ),
    aim(
      'most memory of the bot',
      'at most',
      300,
      'MB',
      spread(({ peak }) => peak),
    ),
    aim(
      'calls that list members',
      'exactly',
      Math.ceil(members / PAGE),
      'calls',
      spread(({ lists }) => lists),
    ),
    aim(
      'calls that change a role',
      'exactly',
      first?.wrong ?? 0,
      'calls',
      spread(({ changes }) => changes),
    ),
  ];
}

const aim = (
  what: string,
  is: Aim['bound']['is'],
  value: number,
  unit: string,
  measured: Aim['measured'],
): Aim => ({ what, bound: { is, value }, unit, measured });
