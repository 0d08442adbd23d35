import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { Fault } from './errors.ts';

/** What one process can run. Several processes may share the work; by default one does all of it. */
export const PARTS = ['commerce', 'intake', 'worker', 'bot', 'sandbox'] as const;
export type Part = (typeof PARTS)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const HTTP_URL = '^https?://[^\\s/]+\\S*$';
const SNOWFLAKE = '\\d{17,20}';
const WEBHOOK_SECRET = '^(whsec_[A-Za-z0-9+/]{32,}=*|(?!whsec_)[!-~]{16,})$';

/** Each variable with what it may be. The description is what an operator reads when it is not. */
const Environment = Type.Object({
  PORT: Type.Integer({
    minimum: 1,
    maximum: 65535,
    default: 3000,
    description: 'a port number from 1 to 65535',
  }),
  HOST: Type.String({
    pattern: '^[A-Za-z0-9.:_-]+$',
    default: '127.0.0.1',
    description: 'a host name or address',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({ pattern: HTTP_URL, description: 'an address that starts with http:// or https://' }),
  ),
  DATA_DIR: Type.String({ minLength: 1, default: './data', description: 'a folder' }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://\\S+$',
      description: 'an address that starts with postgresql://',
    }),
  ),
  PARTS: Type.Optional(
    Type.String({
      pattern: `^(${PARTS.join('|')})(,(${PARTS.join('|')}))*$`,
      description: `one or more of ${PARTS.join(', ')}, separated by commas`,
    }),
  ),
  DISCORD_TOKEN: Type.Optional(Type.String({ minLength: 20, description: "the bot's token" })),
  DISCORD_GUILD_IDS: Type.Optional(
    Type.String({
      pattern: `^${SNOWFLAKE}(,${SNOWFLAKE})*$`,
      description: 'server ids of 17 to 20 digits, separated by commas',
    }),
  ),
  DISCORD_API_URL: Type.Optional(
    Type.String({ pattern: HTTP_URL, description: 'an address that starts with http:// or https://' }),
  ),
  COMMERCE_URL: Type.Optional(
    Type.String({ pattern: HTTP_URL, description: 'an address that starts with http:// or https://' }),
  ),
  COMMERCE_API_KEY: Type.Optional(
    Type.String({ pattern: '^[!-~]{16,}$', description: 'an API key of at least 16 characters' }),
  ),
  COMMERCE_CLIENT_ID: Type.Optional(
    Type.String({ pattern: '^[!-~]{4,200}$', description: 'the client id of an OAuth application' }),
  ),
  COMMERCE_CLIENT_SECRET: Type.Optional(
    Type.String({ pattern: '^[!-~]{16,200}$', description: 'a secret of at least 16 characters' }),
  ),
  COMMERCE_WEBHOOK_SECRET: Type.Optional(
    Type.String({
      pattern: WEBHOOK_SECRET,
      description: 'a secret of at least 16 characters (whsec_ and Base64, or any other)',
    }),
  ),
  COMMERCE_RATE_LIMIT: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 100,
    description: 'a number of requests per 10 seconds, or 0 for no limit',
  }),
  SECRET_KEY: Type.Optional(
    Type.String({ minLength: 32, description: 'at least 32 characters (try: openssl rand -base64 32)' }),
  ),
  LOG_LEVEL: Type.Enum([...LOG_LEVELS], { default: 'info', description: `one of ${LOG_LEVELS.join(', ')}` }),
});
type Environment = Static<typeof Environment>;

/** Everything that a deployment can set, parsed and checked. What is undefined is generated or embedded. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** How others reach this process, without a trailing slash. */
  readonly publicUrl: string;
  /** How this process reaches itself, without a trailing slash. */
  readonly localUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly parts: ReadonlySet<Part>;
  /** The platform's application; undefined where the sandbox stands in for the platform. */
  readonly discord:
    | { readonly token: string; readonly guildIds: readonly string[]; readonly apiUrl?: string }
    | undefined;
  /** A remote Commerce Service; undefined where the embedded one is used. */
  readonly commerceUrl: string | undefined;
  readonly commerceApiKey: string | undefined;
  /** The account's OAuth application. */
  readonly commerceClientId: string | undefined;
  readonly commerceClientSecret: string | undefined;
  readonly commerceWebhookSecret: string | undefined;
  /** Requests per 10 seconds and key that the embedded service takes; 0: no limit. */
  readonly commerceRateLimit: number;
  readonly secretKey: string | undefined;
  readonly logLevel: string;
}

/**
 * Reads the configuration from environment variables. An empty variable counts as unset.
 * @throws Fault `CONFIG_INVALID` with one line per problem; a line names the variable, never its value.
 */
export function parseConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const known = Object.keys(Environment.properties);
  const given = Object.fromEntries(
    known.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])),
  );
  const environment = Value.Convert(Environment, Value.Default(Environment, given));
  if (!Value.Check(Environment, environment)) throw invalid(wrongVariables(environment));
  const parts = chooseParts(environment);
  const missing = missingVariables(environment, parts);
  if (missing.length > 0) throw invalid(missing);
  return toConfig(environment, parts);
}

/** Each variable is checked by itself, so that one start tells all that is wrong. */
function wrongVariables(environment: unknown): string[] {
  if (typeof environment !== 'object' || environment === null) return [];
  const values = new Map(Object.entries(environment));
  return Object.entries(Environment.properties)
    .filter(([name, schema]) => values.has(name) && !Value.Check(schema, values.get(name)))
    .map(([name, schema]) => `${name} must be ${'description' in schema ? schema.description : 'another'}.`);
}

/** All parts by default, except those that another service stands for. */
function chooseParts(environment: Environment): ReadonlySet<Part> {
  if (environment.PARTS) {
    const named = environment.PARTS.split(',');
    return new Set(PARTS.filter((part) => named.includes(part)));
  }
  return new Set(
    PARTS.filter(
      (part) =>
        !(part === 'sandbox' && environment.DISCORD_TOKEN) &&
        !(part === 'commerce' && environment.COMMERCE_URL),
    ),
  );
}

function missingVariables(environment: Environment, parts: ReadonlySet<Part>): string[] {
  const problems: string[] = [];
  const need = (name: keyof Environment, when: boolean, why: string) => {
    if (when && environment[name] === undefined) problems.push(`${name} is missing: ${why}.`);
  };
  const usesChat = parts.has('worker') || parts.has('bot');
  need(
    'SECRET_KEY',
    environment.DATABASE_URL !== undefined,
    'with DATABASE_URL every process needs the same one',
  );
  const named = environment.DISCORD_GUILD_IDS ?? environment.DISCORD_API_URL;
  need(
    'DISCORD_TOKEN',
    usesChat && (!parts.has('sandbox') || named !== undefined),
    parts.has('sandbox')
      ? 'DISCORD_GUILD_IDS and DISCORD_API_URL mean nothing without it'
      : 'PARTS leaves out the sandbox that needs none',
  );
  need(
    'DISCORD_GUILD_IDS',
    environment.DISCORD_TOKEN !== undefined,
    'name the servers that Rolekeeper works in',
  );
  need('COMMERCE_URL', usesChat && !parts.has('commerce'), 'PARTS leaves out the embedded Commerce Service');
  need('COMMERCE_API_KEY', environment.COMMERCE_URL !== undefined, 'the service at COMMERCE_URL asks for it');
  need(
    'COMMERCE_WEBHOOK_SECRET',
    environment.COMMERCE_URL !== undefined && parts.has('intake'),
    'it verifies what the service at COMMERCE_URL sends',
  );
  return problems;
}

function toConfig(environment: Environment, parts: ReadonlySet<Part>): Config {
  const { HOST: host, PORT: port } = environment;
  const everywhere = host === '0.0.0.0' || host === '::';
  const localUrl = `http://${hostInUrl(everywhere ? '127.0.0.1' : host)}:${port}`;
  return {
    host,
    port,
    localUrl,
    publicUrl: withoutSlash(environment.PUBLIC_URL) ?? localUrl,
    dataDir: resolve(environment.DATA_DIR),
    databaseUrl: environment.DATABASE_URL,
    parts,
    discord: environment.DISCORD_TOKEN
      ? {
          token: environment.DISCORD_TOKEN,
          guildIds: environment.DISCORD_GUILD_IDS?.split(',') ?? [],
          ...(environment.DISCORD_API_URL && { apiUrl: environment.DISCORD_API_URL.replace(/\/+$/, '') }),
        }
      : undefined,
    commerceUrl: withoutSlash(environment.COMMERCE_URL),
    commerceApiKey: environment.COMMERCE_API_KEY,
    commerceClientId: environment.COMMERCE_CLIENT_ID,
    commerceClientSecret: environment.COMMERCE_CLIENT_SECRET,
    commerceWebhookSecret: environment.COMMERCE_WEBHOOK_SECRET,
    commerceRateLimit: environment.COMMERCE_RATE_LIMIT,
    secretKey: environment.SECRET_KEY,
    logLevel: environment.LOG_LEVEL,
  };
}

const hostInUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

const withoutSlash = (url: string | undefined): string | undefined => url?.replace(/\/+$/, '');

function invalid(problems: readonly string[]): Fault {
  return new Fault('CONFIG_INVALID', problems.join('\n'));
}
