/**
 * Generates the database client from prisma/schema; npm runs it after every installation. An installation without
 * development dependencies has no generator, so it is installed temporarily in a separate folder, according to the
 * lockfile. The installation then contains neither Prisma's command line nor its engines.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const CLIENT = 'src/database/client';

const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, stdio: 'inherit' });

function generateApart(): void {
  const folder = join(ROOT, 'node_modules/.generate-client');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc', 'prisma.config.ts', 'prisma'])
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    run(
      folder,
      'npm',
      'ci',
      '--include=dev',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
    );
    run(folder, 'npm', 'exec', '--', 'prisma', 'generate');
    // Copy next to the target first: node_modules may be on another file system, from which a rename fails.
    const [place, next] = [join(ROOT, CLIENT), join(ROOT, `${CLIENT}-next`)];
    cpSync(join(folder, CLIENT), next, { recursive: true });
    rmSync(place, { recursive: true, force: true });
    renameSync(next, place);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (existsSync(join(ROOT, 'node_modules/prisma-cli'))) run(ROOT, 'npm', 'exec', '--', 'prisma', 'generate');
else generateApart();
