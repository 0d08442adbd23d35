import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/index.ts';
import { emptyDatabase, hasServer } from '../support/empty-database.ts';
import { wireTo } from '../support/wire.ts';
import { expectGolden, timeless } from './golden.ts';
import { createProbe } from './probe.ts';
import type { Heard } from './talk.ts';
import { startWorld } from './world.ts';

/** Replaces times and request ids, which differ between runs. */
const still = (heard: Heard): Heard =>
  timeless({ ...heard, text: heard.text.replace(/Request req-\w+/g, 'Request its id') });

test.runIf(hasServer)(
  'the bot reports a lost database, in /doctor with all it knows and in other commands in a sentence',
  async () => {
    const wire = await wireTo(await emptyDatabase());
    const database = await openDatabase({ url: wire.url, dataDir: '' });
    // `isEmbedded` marks the bot as the only process: one of several would leave the chat after ten seconds.
    const alone = { ...database, isEmbedded: true };
    const { probe } = createProbe();
    const world = await startWorld({
      database: alone,
      more: [probe],
      commerce: true,
      intake: true,
      isRightNow: true,
    });
    onTestFinished(async () => {
      wire.mend();
      await world.close();
    });
    const controls = await world.owner().run('probe controls');
    wire.refuse();

    await expectGolden('doctor/no-database', still(await world.owner().run('doctor')));
    await expectGolden('doctor/no-database.de', still(await world.german().run('doctor')));
    const asked = (await world.owner().run('settings show')).text;
    expect(asked).toContain('Rolekeeper can’t reach its database.');
    expect((await world.owner().press(controls, 'Once')).text).toContain('can’t reach its database');
    expect((await world.german().run('stats')).text).toContain('Rolekeeper erreicht seine Datenbank nicht.');
    expect((await world.owner().run('probe controls')).text).toMatch(
      /Controls[\s\S]*The buttons are missing here/,
    );
    expect((await world.owner().run('probe many')).text).toContain('[Website (link)]');
    expect(world.logged.join('')).not.toContain('a command failed unexpectedly');

    wire.mend();
    expect((await world.owner().run('doctor')).text).toMatch(/✅ \*\*Database/);
  },
);
