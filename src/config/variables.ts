import Type, { type Static } from 'typebox';

/** Parts that a process can run; by default it runs all that no other service replaces. */
export const PARTS = ['commerce', 'intake', 'worker', 'bot', 'sandbox'] as const;
export type Part = (typeof PARTS)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const HTTP_URL = '^https?://[^\\s/]+\\S*$';
const HOST_NAME = '([A-Za-z0-9._-]+|\\[[A-Fa-f0-9:.]+\\])';
const SNOWFLAKE = '\\d{17,20}';
const SECRET_KEY = '[^,]{32,}';

/** OAuth scopes that members may be asked for when they link their chat account. */
const LINK_SCOPES = ['identify', 'guilds.join', 'role_connections.write'];

const WEBHOOK_SECRET = '(whsec_[A-Za-z0-9+/]{32,}=*|(?!whsec_)[!-+\\--~]{16,})';

/** Fields that the bot reads, or sets on plans, quick links and webhooks, and that a service may name differently. */
export const COMMERCE_FIELDS = [
  ...[
    'id',
    'product',
    'plan',
    'user',
    'status',
    'valid',
    'community_chat',
    'expires_at',
    'renewal_period_end',
    'created_at',
  ],
  ...['mimic_plan_id', 'plan_type', 'internal_notes', 'direct_link', 'initial_price', 'renewal_price'],
  ...['base_currency', 'billing_period', 'action', 'type', 'timestamp', 'data'],
  ...['product_id', 'visibility', 'release_method', 'release_method_settings', 'payment_link_description'],
  ...[
    'trial_period_days',
    'split_pay_required_payments',
    'expiration_days',
    'grace_period_days',
    'refillable',
  ],
  ...['stock', 'unlimited_stock', 'allow_multiple_quantity', 'one_per_user', 'card_payments'],
  ...['wallet_accepted', 'commerce_crypto_accepted', 'short_link', 'requirements', 'metadata'],
  ...['custom_password', 'url', 'events', 'enabled'],
];
const FIELD_ALIAS = `(${COMMERCE_FIELDS.join('|')})=\\w+`;

/** Schema of the environment variables. An operator sees the description of an invalid variable. */
export const Environment = Type.Object({
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
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      pattern: '^[^\\s,]+(,[^\\s,]+)*$',
      description: 'addresses, or networks such as 10.0.0.0/8, separated by commas',
    }),
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
  DRAIN_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 300,
    default: 0,
    description: 'a number of seconds from 0 to 300',
  }),
  DISCORD_TOKEN: Type.Optional(Type.String({ minLength: 20, description: "the bot's token" })),
  DISCORD_GUILD_IDS: Type.Optional(
    Type.String({
      pattern: `^${SNOWFLAKE}(,${SNOWFLAKE})*$`,
      description: 'server ids of 17 to 20 digits, separated by commas',
    }),
  ),
  DISCORD_CLIENT_ID: Type.Optional(
    Type.String({ pattern: `^${SNOWFLAKE}$`, description: "the application's id, 17 to 20 digits" }),
  ),
  DISCORD_CLIENT_SECRET: Type.Optional(
    Type.String({ pattern: '^[!-~]{16,200}$', description: 'a secret of at least 16 characters' }),
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
  COMMERCE_AUTHORIZE_URL: Type.Optional(
    Type.String({ pattern: HTTP_URL, description: 'an address that starts with http:// or https://' }),
  ),
  COMMERCE_TOKEN_URL: Type.Optional(
    Type.String({ pattern: HTTP_URL, description: 'an address that starts with http:// or https://' }),
  ),
  COMMERCE_WEBHOOK_SECRET: Type.Optional(
    Type.String({
      pattern: `^${WEBHOOK_SECRET}(,${WEBHOOK_SECRET})?$`,
      description:
        'a secret of at least 16 characters (whsec_ and Base64, or any text without a comma), or two of them separated by a comma while you rotate it',
    }),
  ),
  COMMERCE_SIGNATURE_HEADER: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$', description: 'the name of a header' }),
  ),
  COMMERCE_FIELD_ALIASES: Type.Optional(
    Type.String({
      pattern: `^${FIELD_ALIAS}(,${FIELD_ALIAS})*$`,
      description: `pairs such as ours=theirs,… where ours is one of ${COMMERCE_FIELDS.join(', ')}`,
    }),
  ),
  COMMERCE_PRIVATE_HOSTS: Type.Optional(
    Type.String({
      pattern: `^${HOST_NAME}(,${HOST_NAME})*$`,
      description: 'host names or addresses without a port, separated by commas',
    }),
  ),
  COMMERCE_RATE_LIMIT: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 100,
    description: 'a number of requests per 10 seconds, or 0 for no limit',
  }),
  LINK_SCOPES: Type.String({
    pattern: `^(${LINK_SCOPES.join('|')})(,(${LINK_SCOPES.join('|')}))*$`,
    default: LINK_SCOPES.join(','),
    description: `one or more of ${LINK_SCOPES.join(', ')}, separated by commas`,
  }),
  LINK_SEVERAL: Type.Boolean({ default: false, description: 'true or false' }),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://\\S+$',
      description: 'an address that starts with smtp:// or smtps://',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^([^<>\\r\\n]+ <[^\\s@<>]+@[^\\s@<>]+>|[^\\s@<>]+@[^\\s@<>]+)$',
      description: 'an e-mail address, or a name and the address in angle brackets',
    }),
  ),
  SECRET_KEY: Type.Optional(
    Type.String({
      pattern: `^${SECRET_KEY}(,${SECRET_KEY})?$`,
      description:
        'at least 32 characters without a comma (try: openssl rand -base64 32), or two such keys separated by a comma, the new one first, while you rotate it',
    }),
  ),
  METRICS_TOKEN: Type.Optional(
    Type.String({ pattern: '^[!-~]{16,200}$', description: 'a secret of at least 16 characters' }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({ pattern: HTTP_URL, description: 'an address that starts with http:// or https://' }),
  ),
  LOG_LEVEL: Type.Enum([...LOG_LEVELS], { default: 'info', description: `one of ${LOG_LEVELS.join(', ')}` }),
});
export type Environment = Static<typeof Environment>;
