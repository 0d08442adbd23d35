/** Writes docs/commands.md from the definitions of the commands: `npm run docs:commands`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands } from '../commands/index.ts';
import { commandsPage } from './docs/commands-page.ts';

await writeFile(join(import.meta.dirname, '../docs/commands.md'), commandsPage(commands));
