import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { rules } from './rules.ts';
import { readSources } from './source.ts';

const roots: string[] = [];
afterEach(() => roots.splice(0).forEach((root) => rmSync(root, { recursive: true })));

function broken(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'muster-architecture-'));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const sources = readSources(root);
  return Object.values(rules).flatMap((rule) => rule(sources));
}

const modules = 'apps/server/src/modules';

test.each<[string, Record<string, string>, string]>([
  [
    'the domain reads no clock of Node',
    { 'packages/domain/src/values/a.ts': `import fs from 'node:fs';` },
    'domain may not import',
  ],
  [
    'the ui knows no noun',
    { 'packages/ui/src/a.tsx': `import { x } from '@muster/domain/identity/plans/rules';` },
    'ui may not import',
  ],
  [
    'the platform knows no module',
    { 'apps/server/src/platform/a.ts': `import { x } from '../modules/identity/plans/store.ts';` },
    'platform may not import',
  ],
  [
    'even a type is an import',
    { 'packages/ui/src/a.tsx': `import type { X } from '@mantine/core';` },
    'ui may not import',
  ],
  [
    'a dynamic import is one too',
    { 'packages/ui/src/a.tsx': `const x = import('@mantine/core');` },
    'ui may not import',
  ],
  [
    'a district uses only those below it',
    { [`${modules}/identity/team/service.ts`]: `import { x } from '../../work/technicians/service.ts';` },
    'identity may not use the district of ../../work/technicians/service.ts',
  ],
  [
    'neither does the domain',
    { 'packages/domain/src/work/jobs/rules.ts': `import { x } from '../../dispatch/board/rules.ts';` },
    'work may not use',
  ],
  [
    'nor a module, of the domain, even a type',
    {
      [`${modules}/work/jobs/service.ts`]: `import type { Board } from '@muster/domain/dispatch/board/schema';`,
    },
    'work may not use',
  ],
  [
    'two districts beside each other use neither',
    { [`${modules}/work/jobs/service.ts`]: `import { x } from '../../sales/office/service.ts';` },
    'work may not use',
  ],
  ['no district, no noun', { 'apps/web/src/features/odds/jobs/api.ts': '' }, 'lies in no district'],
  ['a page lies in one too', { 'apps/web/src/app/pages/jobs.tsx': '' }, 'lies in no district'],
  [
    'a module sees another’s service only',
    { [`${modules}/work/jobs/service.ts`]: `import { x } from '../../identity/plans/store.ts';` },
    'reaches into another noun',
  ],
  [
    'a feature sees no other',
    { 'apps/web/src/features/work/jobs/api.ts': `import { x } from '../../identity/plans/api.ts';` },
    'reaches into another noun',
  ],
  [
    'a public page stays light at any distance',
    {
      'apps/web/src/public/login.tsx': `import { x } from '../lib/x.ts';`,
      'apps/web/src/lib/x.ts': `import { y } from '@tanstack/react-query';`,
    },
    'a public page reaches it',
  ],
  [
    'no cycles',
    { 'packages/ui/src/a.tsx': `import './b.tsx';`, 'packages/ui/src/b.tsx': `import './a.tsx';` },
    'a cycle',
  ],
  [
    'no cycles of types either',
    {
      'packages/ui/src/a.tsx': `import type { B } from './b.tsx';`,
      'packages/ui/src/b.tsx': `import type { A } from './a.tsx';`,
    },
    'a cycle',
  ],
  ['a module has a closed vocabulary', { [`${modules}/work/jobs/manager.ts`]: '' }, 'a module holds only'],
  ['no drawer for odds and ends', { 'apps/web/src/lib/utils.ts': '' }, 'the name says nothing'],
  [
    'SQL stays in stores',
    { [`${modules}/work/jobs/service.ts`]: `db.selectFrom('jobs')` },
    'SQL belongs into a store',
  ],
  [
    'nor does the pool leave the platform',
    { [`${modules}/work/jobs/service.ts`]: `await database.pool.query('delete from users')` },
    'SQL belongs into a store',
  ],
  [
    'routes start nothing that goes on by itself',
    { [`${modules}/work/jobs/routes.ts`]: `const roads = startRoads(platform);` },
    'starts something that goes on by itself',
  ],
  [
    'typebox stays in schemas',
    { 'packages/domain/src/work/jobs/rules.ts': `import { Type } from 'typebox';` },
    'typebox belongs into a schema',
  ],
  [
    'a module writes its own tables',
    { [`${modules}/work/jobs/store.ts`]: `db.insertInto('plans')` },
    'which another module owns',
  ],
  [
    'the id of an account is proven, not cast',
    { [`${modules}/work/jobs/service.ts`]: `withAccount(db, id as AccountId, work)` },
    'makes the id of an account',
  ],
  [
    'nor taken from any row',
    { [`${modules}/work/jobs/store.ts`]: `accountNamedBy(row)` },
    'takes the id of an account from a row',
  ],
  [
    'a transaction is begun in one place',
    { [`${modules}/work/jobs/service.ts`]: `await db.transaction().execute(work)` },
    'begins a transaction by itself',
  ],
  ['no room, no file', { 'packages/stray/src/a.ts': '' }, 'belongs to no room'],
])('%s', (_name, files, complaint) => {
  expect(broken(files)).toEqual([expect.stringContaining(complaint)]);
});

test('a tree that keeps the rules passes', () => {
  expect(
    broken({
      'packages/domain/src/identity/plans/schema.ts': `import { Type } from 'typebox';`,
      [`${modules}/identity/plans/store.ts`]: `declare module 'x' { interface Tables { plans: Plan } }\n db.insertInto('plans')`,
      [`${modules}/identity/plans/service.ts`]: `import { x } from './store.ts'; import { P } from '@muster/domain/identity/plans/schema';`,
      [`${modules}/work/jobs/service.ts`]: `import { x } from '../../identity/plans/service.ts';`,
    }),
  ).toEqual([]);
});
