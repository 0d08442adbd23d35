import { afterEach, beforeEach } from 'vitest';
import { takeLogged } from './log.ts';

beforeEach(() => void takeLogged());

afterEach(({ task }) => {
  const logged = takeLogged();
  if (task.result?.state === 'fail' && logged)
    process.stdout.write(`\nLogged in "${task.name}":\n${logged}\n`);
});
