import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import Value from 'typebox/value';

const ROOT = join(import.meta.dirname, '../..');
const Manifest = Type.Object({
  scripts: Type.Object({
    start: Type.String(),
    'start:server': Type.String(),
    'start:small': Type.String(),
    'audit:verify': Type.String(),
    roles: Type.String(),
  }),
});
const { scripts } = Value.Parse(Manifest, JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));

/** What a script starts, behind `node`: flags and all, from wherever. */
const commandOf = (script: string): readonly string[] =>
  script
    .replace(/^(?:exec )?node /, '')
    .split(' ')
    .map((word) => (word.endsWith('.ts') ? join(ROOT, word) : word));

/** As on a laptop, where memory counts. */
export const START = commandOf(scripts.start);

/** As on a server, where it is what gets done that counts. */
export const START_ON_SERVER = commandOf(scripts['start:server']);

/** As worker and bot on a server: nobody waits for them by the millisecond, and a sweep leaves much behind. */
export const START_SMALL = commandOf(scripts['start:small']);

/** As operators do, whose commands are over before it pays to optimise the embedded database. */
export const AUDIT_VERIFY = commandOf(scripts['audit:verify']);
export const ROLES = commandOf(scripts.roles);
