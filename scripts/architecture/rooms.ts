/**
 * Who may import whom, as a table. A file belongs to the first room whose path starts its own; it may import
 * files of its own room, of the rooms named here, and the packages named here. `packages: 'any'` leaves packages to
 * the workspace's own package.json, which the dead-code check holds to what is really used.
 */
export interface Room {
  name: string;
  path: string;
  mayImport: string[];
  packages: 'any' | string[];
}

/** The component kit behind the sign-in, the router and the query cache. */
const kit = ['@mantine/*', '@tanstack/*'];

export const rooms: Room[] = [
  {
    name: 'domain',
    path: 'packages/domain/src/',
    mayImport: [],
    packages: ['typebox', 'libphonenumber-js', 'chrono-node'],
  },
  { name: 'optimiser', path: 'packages/optimiser/src/', mayImport: ['domain'], packages: [] },
  { name: 'ui', path: 'packages/ui/src/', mayImport: [], packages: ['react', 'react-dom'] },
  { name: 'platform', path: 'apps/server/src/platform/', mayImport: ['domain', 'settings'], packages: 'any' },
  {
    name: 'modules',
    path: 'apps/server/src/modules/',
    mayImport: ['platform', 'domain', 'optimiser'],
    packages: 'any',
  },
  {
    name: 'settings',
    path: 'apps/server/src/settings',
    mayImport: ['domain'],
    packages: ['node:net'],
  },
  {
    name: 'seed',
    path: 'apps/server/seed/',
    mayImport: ['platform', 'modules', 'domain', 'settings'],
    packages: 'any',
  },
  {
    name: 'server',
    path: 'apps/server/src/',
    mayImport: ['platform', 'modules', 'seed', 'settings', 'domain'],
    packages: 'any',
  },
  {
    name: 'ground',
    path: 'apps/web/src/lib/map/',
    mayImport: ['web-kit', 'web-lib', 'domain', 'ui'],
    packages: ['react', 'maplibre-gl', ...kit],
  },
  {
    name: 'web-kit',
    path: 'apps/web/src/lib/kit/',
    mayImport: ['web-lib', 'domain', 'ui'],
    packages: ['react', ...kit],
  },
  {
    name: 'web-lib',
    path: 'apps/web/src/lib/',
    mayImport: ['domain', 'ui'],
    packages: ['react', 'react-dom', '@tanstack/react-query'],
  },
  {
    name: 'map',
    path: 'apps/web/src/features/dispatch/map/',
    mayImport: ['ground', 'web-kit', 'web-lib', 'domain', 'ui'],
    packages: ['react', 'maplibre-gl', 'geojson', ...kit],
  },
  {
    name: 'features',
    path: 'apps/web/src/features/',
    mayImport: ['ground', 'web-kit', 'web-lib', 'domain', 'ui'],
    packages: ['react', 'react-dom', ...kit],
  },
  {
    name: 'web-public',
    path: 'apps/web/src/public/',
    mayImport: ['web-lib', 'features', 'field', 'domain', 'ui'],
    packages: ['react', 'react-dom'],
  },
  {
    name: 'field',
    path: 'apps/web/src/field/',
    mayImport: ['web-lib', 'domain', 'ui'],
    packages: ['react', 'react-dom', 'idb', 'signature_pad'],
  },
  {
    name: 'web-app',
    path: 'apps/web/src/app/',
    mayImport: ['features', 'map', 'web-kit', 'web-lib', 'domain', 'ui'],
    packages: ['react', 'react-dom', 'temporal-polyfill', 'get-nonce', ...kit],
  },
  { name: 'gallery', path: 'apps/web/src/gallery/', mayImport: ['ui'], packages: ['react', 'react-dom'] },
];

/**
 * The districts that gather the nouns of the domain, of the server's modules and of the browser's features and pages, from the
 * bottom up, each with those that it may use. In the domain `values` lies below all of them. Where a noun needs one that is above,
 * it declares a hook (`platform/hook.ts`), which `scheduler.ts` fills. Features never use each other, and read the whole domain:
 * what a person sees is composed of what several districts know.
 */
export const districts: Readonly<Record<string, readonly string[]>> = {
  basics: [],
  identity: ['basics'],
  sales: ['basics', 'identity'],
  work: ['basics', 'identity'],
  field: ['basics', 'identity', 'work'],
  dispatch: ['basics', 'identity', 'work', 'field'],
  money: ['basics', 'identity', 'work', 'field'],
  calls: ['basics', 'identity', 'work', 'field', 'dispatch', 'money'],
  planning: ['basics', 'identity', 'work', 'field', 'dispatch'],
  messages: ['basics', 'identity', 'work', 'field', 'dispatch', 'money', 'calls'],
  privacy: ['basics', 'identity', 'work', 'field', 'dispatch', 'money', 'calls', 'planning', 'messages'],
};

/** What a public page would have to download if anything it reaches imported it. */
export const tooHeavyForPublicPages = kit;

/** The only files a server module is made of; `thread.ts` is what it reckons from rows, in a thread where there are many. */
export const moduleFiles = /^(routes|service|store|tasks|templates|thread)(\.test)?\.ts$/;

/** Names that say nothing about what is inside. */
export const emptyNames = /^(utils?|helpers?|common|shared|types|misc|index)(\.(ts|tsx|mts|mjs))?$/;
