import { defineConfig } from 'prisma-cli/config';

// `prisma generate` needs no schema engine, yet the CLI insists on finding one and would download it.
// Any executable satisfies that check, so an installation behind a closed network works too.
if (process.argv.includes('generate')) process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
});
