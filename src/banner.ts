import type { Rolekeeper } from './rolekeeper.ts';

/** Returns the text printed after the start: the running parts, their addresses, and what to try next. */
export function banner({ config, secrets, botName, sandbox, canLink }: Rolekeeper): string {
  const rows: [label: string, text: string][] = [];
  if (sandbox)
    rows.push(['Community', `${config.publicUrl}/sandbox   (a sandbox: no chat platform is configured)`]);
  if (botName) rows.push(['Bot', `logged in as ${botName}`]);
  else if (config.parts.has('bot')) rows.push(['Bot', 'standing by: another process holds the gateway']);
  if (config.parts.has('commerce')) rows.push(['Commerce API', `${config.publicUrl}/api/v2`]);
  if (config.parts.has('intake')) rows.push(['Webhooks', `${config.publicUrl}/webhooks/commerce`]);
  if (canLink) rows.push(['Linking', `${config.publicUrl}/link`]);
  rows.push([
    'Database',
    config.databaseUrl ? 'PostgreSQL at DATABASE_URL' : `embedded, in ${config.dataDir}`,
  ]);
  if (config.parts.has('commerce')) rows.push(['API key', apiKey(config, secrets)]);
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`);
  const next = sandbox
    ? `\n  Next: open ${config.publicUrl}/sandbox, buy a plan as one of the members and watch the role arrive.\n`
    : '';
  return `\n  Rolekeeper is running. Ctrl+C stops it.\n\n${lines.join('\n')}\n${next}\n`;
}

/** Shows a generated key once, on a terminal only: printed elsewhere, or at every start, it would end up in a log. */
function apiKey(config: Rolekeeper['config'], secrets: Rolekeeper['secrets']): string {
  if (config.commerceApiKey) return 'as set in COMMERCE_API_KEY';
  return secrets.isFirstStart && process.stdout.isTTY ? secrets.commerceApiKey : '“npm run api-key” shows it';
}
