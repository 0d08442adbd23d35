import { dirname, join } from 'node:path/posix';

interface Area {
  /** Files below this path, or this file, belong to the area. The longest path wins. */
  readonly paths: readonly string[];
  /** Areas that it may import, besides itself. */
  readonly mayImport: readonly string[];
  /** Libraries that are restricted to some areas and allowed in this one. */
  readonly libraries?: readonly string[];
}

const FEATURES = ['access', 'admin', 'commerce-client', 'doctor', 'intake', 'linking', 'notifications'];
const SERVERS = ['commerce-service', 'sandbox'];
const HTTP_ROUTES = ['intake routes', 'linking routes'];
const EDGES = ['command framework', 'discord', 'http', 'jobs', ...HTTP_ROUTES];
const ALL = ['commands', 'foundation', ...EDGES, ...FEATURES, ...SERVERS];

const feature = (name: string): readonly [string, Area] => [
  name,
  { paths: [`src/${name}/`], mayImport: ['foundation', ...FEATURES.filter((other) => other !== name)] },
];

/** Imports point down: composition → edges → features → foundation. Every directory of `src` is in this table. */
export const AREAS: ReadonlyMap<string, Area> = new Map<string, Area>([
  [
    'composition',
    {
      paths: ['src/composition/', 'src/main.ts', 'src/process.ts', 'src/rolekeeper.ts', 'src/banner.ts'],
      mayImport: ALL,
      libraries: ['fastify', 'discord.js'],
    },
  ],
  ['commands', { paths: ['commands/'], mayImport: ['command framework', 'foundation'] }],
  [
    'command framework',
    {
      paths: ['src/discord/commands/'],
      mayImport: ['discord', 'foundation', ...FEATURES],
      libraries: ['discord.js'],
    },
  ],
  [
    'discord',
    {
      paths: ['src/discord/'],
      mayImport: ['command framework', 'foundation', ...FEATURES],
      libraries: ['discord.js'],
    },
  ],
  ['http', { paths: ['src/http/'], mayImport: ['foundation', ...FEATURES], libraries: ['fastify'] }],
  ['jobs', { paths: ['src/jobs/'], mayImport: ['foundation', ...FEATURES] }],
  [
    'intake routes',
    { paths: ['src/intake/listener.ts'], mayImport: ['foundation', ...FEATURES], libraries: ['fastify'] },
  ],
  [
    'linking routes',
    {
      paths: ['src/linking/routes.ts', 'src/linking/routes/'],
      mayImport: ['foundation', ...FEATURES],
      libraries: ['fastify'],
    },
  ],
  // Both stand in for servers of other companies: the bot reaches them over the network only.
  [
    'commerce-service',
    { paths: ['src/commerce-service/'], mayImport: ['foundation'], libraries: ['fastify'] },
  ],
  ['sandbox', { paths: ['src/sandbox/'], mayImport: ['foundation'], libraries: ['fastify'] }],
  ...FEATURES.map(feature),
  [
    'foundation',
    {
      paths: [
        ...['audit', 'config', 'database', 'i18n', 'network', 'observability', 'pages'].map(
          (name) => `src/${name}/`,
        ),
        ...[
          'clock',
          'compiled-check',
          'errors',
          'lazily',
          'limits',
          'oauth',
          'queue',
          'same-secret',
          'snowflake',
          'swr-cache',
        ].map((name) => `src/${name}.ts`),
      ],
      mayImport: [],
    },
  ],
]);

/** Libraries that only some areas may import, by the beginning of the package's name. */
const RESTRICTED: Readonly<Record<string, readonly string[]>> = {
  'discord.js': ['discord.js', '@discordjs/'],
  fastify: ['fastify', '@fastify/'],
};

/** The area of a file, by its path from the root; undefined for a file that no area covers. */
export function areaOf(file: string): string | undefined {
  let best = { name: undefined as string | undefined, length: 0 };
  for (const [name, { paths }] of AREAS)
    for (const path of paths)
      if ((path.endsWith('/') ? file.startsWith(path) : file === path) && path.length > best.length)
        best = { name, length: path.length };
  return best.name;
}

/** Returns why a file may not import a specifier; undefined if it may. */
export function violation(file: string, specifier: string): string | undefined {
  const name = areaOf(file);
  const area = AREAS.get(name ?? '');
  if (!name || !area) return `${file} is in no area: add its directory to test/imports/rules.ts`;
  if (specifier.startsWith('.')) {
    const imported = join(dirname(file), specifier);
    const target = areaOf(imported);
    if (target === undefined && !/^(src|commands)\//.test(imported)) return undefined;
    if (target === name || area.mayImport.includes(target ?? '')) return undefined;
    return `${file} (${name}) imports ${imported} (${target ?? 'no area'})`;
  }
  for (const [library, prefixes] of Object.entries(RESTRICTED)) {
    const isRestricted = prefixes.some((prefix) => specifier === prefix || specifier.startsWith(prefix));
    if (isRestricted && !area.libraries?.includes(library)) return `${file} (${name}) imports ${specifier}`;
  }
  return undefined;
}
