import { basename } from 'node:path';

import { districts, emptyNames, moduleFiles, rooms, tooHeavyForPublicPages } from './rooms.ts';
import type { Room } from './rooms.ts';
import { isTest } from './source.ts';
import type { Source } from './source.ts';

export type Rule = (sources: Source[]) => string[];

export const rules: Record<string, Rule> = {
  importTable,
  nounsLieInDistricts,
  districtsUseThoseBelow,
  strangersOnlyThroughService,
  publicPagesStayLight,
  noCycles,
  fileVocabulary,
  sqlStaysInStores,
  routesStartNothing,
  schemasInSchemaFiles,
  modulesWriteTheirOwnTables,
  commandsWriteTheirOwnTables,
  accountsAreProven,
  oneWayToTransactions,
};

function importTable(sources: Source[]): string[] {
  return sources.filter(inProduct).flatMap((source) => {
    const room = roomOf(source.path);
    if (!room) return [`${source.path}: belongs to no room of the table in scripts/architecture/rooms.ts`];
    return source.imports
      .filter(({ specifier, file }) => !isAllowed(room, specifier, file))
      .map(({ specifier }) => `${source.path}: ${room.name} may not import ${specifier}`);
  });
}

function isAllowed(room: Room, specifier: string, file: string | undefined): boolean {
  if (file === undefined) {
    return room.packages === 'any' || room.packages.some((pattern) => matchesPackage(specifier, pattern));
  }
  const target = roomOf(file);
  return target !== undefined && (target === room || room.mayImport.includes(target.name));
}

const ordered = /^(?:apps\/server\/src\/modules|packages\/domain\/src)\/([^/]+)\//;
const gathered =
  /^(?:apps\/server\/src\/modules|packages\/domain\/src|apps\/web\/src\/(?:features|app\/pages))\/([^/]+)/;

function nounsLieInDistricts(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => {
      const name = gathered.exec(path)?.[1];
      const isBelow = path.startsWith('packages/domain/src/values/');
      // The list of all kinds of records names what every district has.
      const isList = path === 'packages/domain/src/records.ts';
      return name !== undefined && !isBelow && !isList && !Object.hasOwn(districts, name);
    })
    .map(({ path }) => `${path}: lies in no district of the table in scripts/architecture/rooms.ts`);
}

/** Types count as well, and what a module takes from the domain: who knows of whom is the same in all rooms. */
function districtsUseThoseBelow(sources: Source[]): string[] {
  return sources.filter(inProduct).flatMap((source) => {
    const here = ordered.exec(source.path)?.[1] ?? '';
    const below = districts[here] ?? [];
    return source.imports
      .filter(({ file }) => {
        const there = ordered.exec(file ?? '')?.[1] ?? '';
        return (
          Object.hasOwn(districts, here) &&
          Object.hasOwn(districts, there) &&
          there !== here &&
          !below.includes(there)
        );
      })
      .map(({ specifier }) => `${source.path}: ${here} may not use the district of ${specifier}`);
  });
}

/** A module knows of another only what it can do; a feature knows nothing of another. */
function strangersOnlyThroughService(sources: Source[]): string[] {
  const noun = (path: string) =>
    /^apps\/(?:server\/src\/modules|web\/src\/features)\/([^/]+\/[^/]+)\//.exec(path)?.[1];
  return sources.filter(inProduct).flatMap((source) =>
    source.imports
      .filter(({ file }) => {
        const [here, there] = [noun(source.path), file && noun(file)];
        if (!here || !there || here === there) return false;
        // What runs in a thread loads no service: that would load the database with it.
        const door = basename(source.path) === 'thread.ts' ? 'thread.ts' : 'service.ts';
        return source.path.startsWith('apps/web') || basename(file!) !== door;
      })
      .map(({ specifier }) => `${source.path}: reaches into another noun's ${specifier}`),
  );
}

/** Followed through everything a public page pulls in, because a heavy import is as heavy three files away. */
function publicPagesStayLight(sources: Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set<string>();
  const visit = (path: string): string[] => {
    const source = byPath.get(path);
    if (!source || reached.has(path)) return [];
    reached.add(path);
    return source.imports.flatMap(({ specifier, typeOnly, file }) => {
      if (typeOnly) return [];
      if (file) return visit(file);
      const heavy = tooHeavyForPublicPages.some((pattern) => matchesPackage(specifier, pattern));
      return heavy ? [`${path}: a public page reaches it, and it imports ${specifier}`] : [];
    });
  };
  return sources
    .filter(({ path }) => path.startsWith('apps/web/src/public/'))
    .flatMap(({ path }) => visit(path));
}

/** Types count as well: two files that need each other's types are one concept in two places. */
function noCycles(sources: Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [`${[...trail.slice(trail.indexOf(path)), path].join(' → ')}: a cycle`];
    if (done.has(path)) return [];
    const found = (byPath.get(path)?.imports ?? [])
      .filter(({ file }) => file !== undefined)
      .flatMap(({ file }) => visit(file!, [...trail, path]));
    done.add(path);
    return found;
  };
  return sources.flatMap(({ path }) => visit(path, []));
}

function fileVocabulary(sources: Source[]): string[] {
  return sources.flatMap(({ path }) => {
    if (
      path
        .split('/')
        .slice(2)
        .some((part) => emptyNames.test(part))
    )
      return [`${path}: the name says nothing`];
    if (!path.startsWith('apps/server/src/modules/')) return [];
    return moduleFiles.test(basename(path)) && path.split('/').length === 7
      ? []
      : [`${path}: a module holds only routes, service, store, tasks, templates and thread`];
  });
}

const queries =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^>]*>)?`|from 'pg'|\bpool\b|\.query\(/;

function sqlStaysInStores(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => inProduct({ path }) && path.startsWith('apps/server/'))
    .filter(({ path }) => !path.endsWith('/store.ts') && !path.includes('/platform/'))
    .filter(({ text }) => queries.test(text))
    .map(({ path }) => `${path}: SQL belongs into a store.ts or the platform`);
}

const starts = /\b(start[A-Z]\w*|setInterval|setTimeout)\(/;

/** What goes on between requests is done by tasks and started by whoever puts the application together: routes only answer. */
function routesStartNothing(sources: Source[]): string[] {
  return sources
    .filter(({ path, text }) => path.endsWith('/routes.ts') && starts.test(text))
    .map(({ path }) => `${path}: starts something that goes on by itself; that belongs into a tasks.ts`);
}

/** What crosses the wire is described in one file per noun; the rules beside it are plain functions that cost a browser nothing. */
function schemasInSchemaFiles(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('packages/domain/src/') && basename(path) !== 'schema.ts')
    .filter(({ imports }) => imports.some(({ specifier }) => matchesPackage(specifier, 'typebox')))
    .map(({ path }) => `${path}: typebox belongs into a schema.ts`);
}

const declaredTables = /interface Tables \{([^}]*)\}/g;
const writtenTables =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)'|\b(?:insert into|update|delete from)\s+(\w+)\b(?! nothing)/gi;

function modulesWriteTheirOwnTables(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('apps/server/src/modules/') && path.endsWith('/store.ts'))
    .flatMap(({ path, text }) => {
      const own = new Set(
        [...text.matchAll(declaredTables)].flatMap((match) => match[1]!.match(/\w+(?=\s*:)/g) ?? []),
      );
      const written = [...text.matchAll(writtenTables)].map((match) => (match[1] ?? match[2])!);
      const foreign = written.filter((table) => !own.has(table) && !['set', 'of'].includes(table));
      return foreign.map((table) => `${path}: writes ${table}, which another module owns`);
    });
}

const trackedWrite = /\bwrite\.(?:insert|update|updateAll|remove|removeAll)(?:<[^(]*>)?\(\s*(\w+)/g;

/** What is written through the log belongs to the module that declares it as tracked; others ask that module's service. */
function commandsWriteTheirOwnTables(sources: Source[]): string[] {
  const inModules = sources.filter(
    (source) => inProduct(source) && source.path.includes('/server/src/modules/'),
  );
  const folder = (path: string) => path.slice(0, path.lastIndexOf('/'));
  const declared = new Set(
    inModules.flatMap(({ path, text }) =>
      [...text.matchAll(/const (\w+): TrackedTable\b/g)].map((match) => `${folder(path)} ${match[1]}`),
    ),
  );
  return inModules.flatMap(({ path, text }) =>
    [...text.matchAll(trackedWrite)]
      .filter((match) => !declared.has(`${folder(path)} ${match[1]}`))
      .map((match) => `${path}: writes ${match[1]}, which another module owns`),
  );
}

/** The file that makes ids of accounts, of an account that is opened or of a row that was proven; and who may ask it for the latter. */
const proof = 'apps/server/src/platform/sign-in/person.ts';
const mayNameAccounts =
  /^apps\/server\/src\/(platform\/(sign-in\/(session|api-key)|backup\/(make|restore)|tasks\/leases)|modules\/(identity\/(accounts|invitations|passwords)|sales\/(office|provisioning)|planning\/plan-runs|basics\/texts|messages\/(calendar-feeds|visit-links)|money\/(paper-links|card-services|card-payments)|calls\/(call-services|calls)|field\/film-links)\/service|modules\/(field\/uploads|work\/sites)\/tasks)\.ts$/;

/** An id of an account that nobody proved would open that account. */
function accountsAreProven(sources: Source[]): string[] {
  const others = sources.filter((source) => inProduct(source) && source.path !== proof);
  const makers = others.filter(({ text }) => /\bas AccountId\b/.test(text));
  const takers = others.filter(
    ({ path, text }) => /\b(accountNamedBy|personNamedBy)\b/.test(text) && !mayNameAccounts.test(path),
  );
  return [
    ...makers.map(({ path }) => `${path}: makes the id of an account; only ${proof} does`),
    ...takers.map(({ path }) => `${path}: takes the id of an account from a row; see mayNameAccounts`),
  ];
}

/** What a transaction wants to be told after its commit is told by one function. */
function oneWayToTransactions(sources: Source[]): string[] {
  const way = 'apps/server/src/platform/db/transaction.ts';
  return sources
    .filter((source) => inProduct(source) && source.path !== way && /\.transaction\(\)/.test(source.text))
    .map(({ path }) => `${path}: begins a transaction by itself; ${way} does`);
}

function inProduct({ path }: { path: string }): boolean {
  return !isTest(path);
}

function roomOf(path: string): Room | undefined {
  return rooms.find((room) => path.startsWith(room.path));
}

function matchesPackage(specifier: string, pattern: string): boolean {
  const prefix = pattern.endsWith('/*') ? pattern.slice(0, -1) : `${pattern}/`;
  return specifier === pattern || specifier.startsWith(prefix);
}
