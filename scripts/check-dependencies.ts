/**
 * Checks the packages that are shipped with the program: `npm run check:dependencies`. Each licence must be on the list
 * below, and no package may have a known serious vulnerability. If the registry offers no audit, reports that and
 * doesn't fail.
 */
import { spawnSync } from 'node:child_process';
import Type, { type Static, type TSchema } from 'typebox';
import Value from 'typebox/value';

/** SPDX identifiers of the accepted licences. */
const LICENCES = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'MPL-2.0',
];

const Licence = Type.Object({
  license: Type.Optional(Type.Object({ id: Type.Optional(Type.String()) })),
  expression: Type.Optional(Type.String()),
});
const Bom = Type.Object({
  components: Type.Array(
    Type.Object({
      name: Type.String(),
      version: Type.String(),
      licenses: Type.Optional(Type.Array(Licence)),
    }),
  ),
});
const Audit = Type.Object({
  metadata: Type.Object({ vulnerabilities: Type.Object({ high: Type.Integer(), critical: Type.Integer() }) }),
});

/** Runs npm and parses its output. @returns undefined for unexpected output */
function ask<Schema extends TSchema>(schema: Schema, ...words: string[]): Static<Schema> | undefined {
  const { stdout } = spawnSync('npm', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  try {
    const answer: unknown = JSON.parse(stdout);
    return Value.Check(schema, answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** In `(MIT OR CC0-1.0)`, one accepted licence is enough. */
const isFree = (expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((licence) => LICENCES.includes(licence));

function checkLicences(): readonly string[] {
  const bom = ask(Bom, 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only');
  if (!bom) return ["npm can't list the shipped packages. Does package-lock.json match package.json?"];
  process.stdout.write(`${bom.components.length} shipped packages.\n`);
  return bom.components.flatMap(({ name, version, licenses = [] }) => {
    const found = licenses.map(({ license, expression }) => license?.id ?? expression ?? 'unknown');
    return found.length > 0 && found.every(isFree)
      ? []
      : [`${name}@${version}: its licence (${found.join(', ') || 'none'}) is not on the list.`];
  });
}

function checkWeaknesses(): readonly string[] {
  const audit = ask(Audit, 'audit', '--omit=dev', '--json');
  if (!audit) {
    process.stdout.write("The registry doesn't report known vulnerabilities: not checked.\n");
    return [];
  }
  const { high, critical } = audit.metadata.vulnerabilities;
  return high + critical > 0
    ? [`${high + critical} serious vulnerabilities are known: npm audit --omit=dev`]
    : [];
}

const problems = [...checkLicences(), ...checkWeaknesses()];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
