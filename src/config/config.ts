import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import Value from 'typebox/value';
import { Fault } from '../errors.ts';
import { isNetwork, isPrivateHost } from '../network/hosts.ts';
import { Environment, PARTS, type Part } from './variables.ts';

/** All settings of a deployment, parsed and checked. Undefined ones are generated or embedded. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** External address of this process, without a trailing slash. */
  readonly publicUrl: string;
  /** Address at which this process reaches itself, without a trailing slash. */
  readonly localUrl: string;
  /** Proxies trusted to report a request's origin: addresses, and networks in CIDR notation. */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly parts: ReadonlySet<Part>;
  /** How long a stopping process still serves requests while reporting that it isn't ready, in milliseconds. */
  readonly drainTime: number;
  /** The platform's application; undefined if the sandbox replaces the platform. */
  readonly discord:
    | { readonly token: string; readonly guildIds: readonly string[]; readonly apiUrl?: string }
    | undefined;
  /** The application's OAuth client for linking accounts; undefined if linking is off or the sandbox provides it. */
  readonly discordOAuth: { readonly clientId: string; readonly clientSecret: string } | undefined;
  /** Address of a remote Commerce Service; undefined for the embedded one. */
  readonly commerceUrl: string | undefined;
  readonly commerceApiKey: string | undefined;
  /** The account's OAuth application. */
  readonly commerceClientId: string | undefined;
  readonly commerceClientSecret: string | undefined;
  /** A remote service's authorize page and token endpoint; undefined: as in its metadata document, or default paths. */
  readonly commerceAuthorizeUrl: string | undefined;
  readonly commerceTokenUrl: string | undefined;
  /** Secrets that sign webhooks, newest first; two during a rotation. */
  readonly commerceWebhookSecrets: readonly [string, ...string[]] | undefined;
  /** Header of the timestamped signature. The embedded service sends it, the bot accepts it. */
  readonly commerceSignatureHeader: string | undefined;
  /** Field names of the service, by ours. */
  readonly commerceFieldAliases: ReadonlyMap<string, string>;
  /** Private hosts at which webhooks of the embedded service may be registered. */
  readonly commercePrivateHosts: readonly string[];
  /** Requests per 10 seconds and key that the embedded service accepts; 0: no limit. */
  readonly commerceRateLimit: number;
  /** SMTP server and sender; undefined: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** OAuth scopes requested from members who link their chat account. */
  readonly linkScopes: readonly string[];
  /** Whether several commerce users may be linked to one chat account. */
  readonly linkSeveral: boolean;
  /** Newest first; two during a rotation. */
  readonly secretKeys: readonly [string, ...string[]] | undefined;
  /** Token required for reading metrics; undefined: metrics can be read from private networks only. */
  readonly metricsToken: string | undefined;
  /** Collector for traces; undefined: none are sent. */
  readonly otlpEndpoint: string | undefined;
  readonly logLevel: string;
}

/**
 * Reads the configuration from environment variables. An empty variable counts as unset.
 * @throws Fault `CONFIG_INVALID` with one line per problem; a line names the variable, never its value
 */
export function parseConfig(variables: Variables): Config {
  const environment = readEnvironment(variables);
  const parts = chooseParts(environment);
  const problems = [...unusableVariables(environment), ...missingVariables(environment, parts)];
  if (problems.length > 0) throw invalid(problems);
  return toConfig(environment, parts);
}

/** Reads only the database's location, for commands that need no secrets. @throws Fault `CONFIG_INVALID` */
export function parseDatabase({
  DATABASE_URL,
  DATA_DIR,
}: Variables): Pick<Config, 'databaseUrl' | 'dataDir'> {
  const environment = readEnvironment({ DATABASE_URL, DATA_DIR });
  return { databaseUrl: environment.DATABASE_URL, dataDir: resolve(environment.DATA_DIR) };
}

type Variables = Readonly<Record<string, string | undefined>>;

function readEnvironment(variables: Variables): Environment {
  const known = Object.keys(Environment.properties);
  const given = Object.fromEntries(
    known.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])),
  );
  const environment = Value.Convert(Environment, Value.Default(Environment, given));
  if (!Value.Check(Environment, environment)) throw invalid(wrongVariables(environment));
  return environment;
}

/** Checks each variable by itself, so that one start reports all problems. */
function wrongVariables(environment: unknown): string[] {
  if (typeof environment !== 'object' || environment === null) return [];
  const values = new Map(Object.entries(environment));
  return Object.entries(Environment.properties)
    .filter(([name, schema]) => values.has(name) && !Value.Check(schema, values.get(name)))
    .map(([name, schema]) => `${name} must be ${'description' in schema ? schema.description : 'another'}.`);
}

/** Finds well-formed values that can't be used. */
function unusableVariables({ TRUSTED_PROXIES, PUBLIC_URL, DISCORD_CLIENT_ID }: Environment): string[] {
  const problems: string[] = [];
  if (TRUSTED_PROXIES !== undefined && !TRUSTED_PROXIES.split(',').every(isNetwork))
    problems.push('TRUSTED_PROXIES must be addresses, or networks such as 10.0.0.0/8, separated by commas.');
  const url = PUBLIC_URL === undefined ? undefined : URL.parse(PUBLIC_URL);
  if (url === null) problems.push('PUBLIC_URL must be an address with a host.');
  if (DISCORD_CLIENT_ID !== undefined && url?.protocol === 'http:' && !isPrivateHost(url))
    problems.push(
      'PUBLIC_URL must start with https:// if members link their accounts (DISCORD_CLIENT_ID is set): over plain http, others could steal their sign-in.',
    );
  return problems;
}

/** Selects all parts by default, except those that another service replaces. */
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
    'with DATABASE_URL, every process needs the same key',
  );
  const named = environment.DISCORD_GUILD_IDS ?? environment.DISCORD_API_URL;
  need(
    'DISCORD_TOKEN',
    usesChat && (!parts.has('sandbox') || named !== undefined),
    parts.has('sandbox')
      ? 'DISCORD_GUILD_IDS and DISCORD_API_URL have no effect without it'
      : 'it is only optional with the sandbox, which PARTS leaves out',
  );
  need(
    'DISCORD_GUILD_IDS',
    environment.DISCORD_TOKEN !== undefined,
    'it lists the servers that Rolekeeper works in',
  );
  const linking = environment.DISCORD_CLIENT_ID ?? environment.DISCORD_CLIENT_SECRET;
  for (const name of ['DISCORD_TOKEN', 'DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'] as const)
    need(
      name,
      linking !== undefined,
      'linking accounts needs DISCORD_TOKEN, DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET',
    );
  need('COMMERCE_URL', usesChat && !parts.has('commerce'), 'PARTS leaves out the embedded Commerce Service');
  need(
    'COMMERCE_URL',
    parts.has('intake') && !parts.has('commerce') && linking !== undefined,
    'members sign in there to link their purchases, and PARTS leaves out the embedded Commerce Service',
  );
  need('COMMERCE_API_KEY', environment.COMMERCE_URL !== undefined, 'the service at COMMERCE_URL requires it');
  need(
    'COMMERCE_WEBHOOK_SECRET',
    environment.COMMERCE_URL !== undefined && parts.has('intake'),
    'it verifies the events that the service at COMMERCE_URL sends',
  );
  need('MAIL_FROM', environment.SMTP_URL !== undefined, 'mail that SMTP_URL sends needs a sender');
  need('SMTP_URL', environment.MAIL_FROM !== undefined, 'MAIL_FROM has no effect without it');
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
    trustedProxies: environment.TRUSTED_PROXIES?.split(',') ?? [],
    dataDir: resolve(environment.DATA_DIR),
    databaseUrl: environment.DATABASE_URL,
    parts,
    drainTime: environment.DRAIN_SECONDS * 1_000,
    discord: environment.DISCORD_TOKEN
      ? {
          token: environment.DISCORD_TOKEN,
          guildIds: environment.DISCORD_GUILD_IDS?.split(',') ?? [],
          ...(environment.DISCORD_API_URL && { apiUrl: environment.DISCORD_API_URL.replace(/\/+$/, '') }),
        }
      : undefined,
    discordOAuth:
      environment.DISCORD_CLIENT_ID && environment.DISCORD_CLIENT_SECRET
        ? { clientId: environment.DISCORD_CLIENT_ID, clientSecret: environment.DISCORD_CLIENT_SECRET }
        : undefined,
    commerceUrl: withoutSlash(environment.COMMERCE_URL),
    commerceApiKey: environment.COMMERCE_API_KEY,
    commerceClientId: environment.COMMERCE_CLIENT_ID,
    commerceClientSecret: environment.COMMERCE_CLIENT_SECRET,
    commerceAuthorizeUrl: environment.COMMERCE_AUTHORIZE_URL,
    commerceTokenUrl: environment.COMMERCE_TOKEN_URL,
    commerceWebhookSecrets: toSecrets(environment.COMMERCE_WEBHOOK_SECRET),
    commerceSignatureHeader: environment.COMMERCE_SIGNATURE_HEADER,
    commerceFieldAliases: toAliases(environment.COMMERCE_FIELD_ALIASES),
    commercePrivateHosts: environment.COMMERCE_PRIVATE_HOSTS?.toLowerCase().split(',') ?? [],
    commerceRateLimit: environment.COMMERCE_RATE_LIMIT,
    mail:
      environment.SMTP_URL && environment.MAIL_FROM
        ? { smtpUrl: environment.SMTP_URL, from: environment.MAIL_FROM }
        : undefined,
    linkScopes: [...new Set(['identify', ...environment.LINK_SCOPES.split(',')])],
    linkSeveral: environment.LINK_SEVERAL,
    secretKeys: toSecrets(environment.SECRET_KEY),
    metricsToken: environment.METRICS_TOKEN,
    otlpEndpoint: withoutSlash(environment.OTEL_EXPORTER_OTLP_ENDPOINT),
    logLevel: environment.LOG_LEVEL,
  };
}

function toSecrets(variable: string | undefined): readonly [string, ...string[]] | undefined {
  const [newest, ...older] = variable?.split(',') ?? [];
  return newest === undefined ? undefined : [newest, ...older];
}

const toAliases = (variable = ''): ReadonlyMap<string, string> =>
  new Map([...variable.matchAll(/(\w+)=(\w+)/g)].map(([, ours = '', theirs = '']) => [ours, theirs]));

const hostInUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

const withoutSlash = (url: string | undefined): string | undefined => url?.replace(/\/+$/, '');

function invalid(problems: readonly string[]): Fault {
  return new Fault('CONFIG_INVALID', problems.join('\n'));
}
