import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectGolden } from '../golden.ts';
import { startWorld, type World } from '../world.ts';
import hello from './hello.ts';

let world: World;
beforeAll(async () => {
  // The one line that adds the command.
  world = await startWorld({ more: [hello] });
});
afterAll(() => world.close());

test('a new command is one file and one line, and its suggestions, answer and button work', async () => {
  const juniper = world.as('juniper');
  const options = { whom: world.member('leif.h') };
  const suggested = await juniper.suggestions('hello say', 'how', { ...options, how: 'w' });
  expect(suggested).toEqual([{ name: 'Warmly', value: 'warmly' }]);
  const said = await juniper.run('hello say', { ...options, how: 'warmly' });
  await expectGolden('new/hello', said);
  await expectGolden('new/waved', await juniper.press(said, 'Wave'));
  await expect(world.as('tomasz_k').press(said, 'Wave')).rejects.toThrow('sees no such message');
});
