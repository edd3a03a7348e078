import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/platform/deps.ts';
import { testApp } from '../app.ts';
import { testDatabase, type TestDatabase } from '../database.ts';

/** Where the schemas are of what crosses the wire, and where the browser is told by their types what each call takes and gives. */
const DOMAIN = join(import.meta.dirname, '../../../../packages/domain/src');
const TABLE = join(import.meta.dirname, '../../../web/src/lib/api/api.gen.ts');

type Fields = Record<string, Schema>;

interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  items?: Schema;
  properties?: Fields;
  patternProperties?: Fields;
  required?: string[];
}

let here: TestDatabase;
let app: App;
const routes: RouteOptions[] = [];
beforeAll(async () => {
  here = await testDatabase();
  // On this machine alone, where there is an inbox too.
  const env = { HOST: '127.0.0.1' };
  app = await testApp(here, { env, onRoute: (route) => void routes.push(route) });
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

interface Name {
  type: string;
  from: string;
}

/** What the domain calls its schemas. What is optional, or may be null, is a copy that shares its properties with what is neither. */
async function namesOfSchemas(): Promise<Map<object, Name>> {
  const names = new Map<object, Name>();
  for (const path of globSync('**/schema.ts', { cwd: DOMAIN }).toSorted()) {
    const text = readFileSync(join(DOMAIN, path), 'utf8');
    const schemas: Record<string, Schema> = await import(join(DOMAIN, path));
    const from = `@muster/domain/${path.replace(/\.ts$/, '')}`;
    for (const [type, schema] of Object.entries(schemas))
      if (text.includes(`export type ${type} = Static<typeof ${type}>;`))
        names.set(schema.properties ?? schema, { type, from });
  }
  return names;
}

/** Writes types: by name where the domain has one, else what the schema says. */
function writerOf(names: ReadonlyMap<object, Name>) {
  const used = new Set<Name>();

  function named(name: Name): string {
    used.add(name);
    return name.type;
  }

  function typeOf(schema: Schema): string {
    const name = names.get(schema.properties ?? schema);
    if (name) return [schema.type].flat().includes('null') ? `${named(name)} | null` : named(name);
    if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    if (Object.keys(schema).length === 0) return 'unknown';
    return [schema.type]
      .flat()
      .map((type) => plainType(type, schema))
      .join(' | ');
  }

  function plainType(type: string | undefined, schema: Schema): string {
    const { items, properties, patternProperties, required = [] } = schema;
    if (type === 'integer') return 'number';
    if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type;
    if (type === 'array' && items) return `Array<${typeOf(items)}>`;
    if (type === 'object' && properties) return objectType(properties, required);
    const [values] = Object.values(patternProperties ?? {});
    if (type === 'object' && values) return `Record<string, ${typeOf(values)}>`;
    throw new Error(`Nobody has said how to write the type of ${JSON.stringify(schema)}.`);
  }

  function objectType(properties: Fields, required: readonly string[]): string {
    // What a screen keeps live comes with the number of the change that it is true at.
    const { change, ...rest } = properties;
    const [, whole] = [...names].find(([own]) => change && isDeepStrictEqual(own, rest)) ?? [];
    if (whole) return `${named(whole)} & { change: number }`;
    const fields = Object.entries(properties).map(([name, field]) => {
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
      return `${key}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`;
    });
    return `{ ${fields.join('; ')} }`;
  }

  return { used, typeOf };
}

test('the browser is told what calls take and give; `vitest -u` writes it anew after a change of the API', async () => {
  const { used, typeOf } = writerOf(await namesOfSchemas());
  const calls = routes.flatMap(({ method, url, schema = {} }) => {
    const [answer, later] = [200, 202].map(
      (status) => (schema.response as Record<number, Schema> | undefined)?.[status]?.properties,
    );
    if (schema.hide || method === 'HEAD' || !answer?.['code'] || !answer['data']) return [];
    const { params: path, querystring: query, headers: header, body } = schema;
    const types = Object.entries({ path, query, header, body, data: answer['data'] })
      .filter(([, part]) => part !== undefined)
      .map(([part, own]) => `${part}: ${typeOf(own as Schema)}`);
    // What is done in the background is answered at once with how far it is.
    if (later?.['data']) types.push(`${types.pop()} | ${typeOf(later['data'])}`);
    const address = url.replaceAll(/:(\w+)/g, '{$1}');
    return [{ method: String(method), line: `    '${address}': { ${types.join('; ')} };` }];
  });
  const byMethod = [...Map.groupBy(calls, ({ method }) => method)].map(
    ([method, own]) => `  ${method}: {\n${own.map(({ line }) => line).join('\n')}\n  };`,
  );
  const imports = [...Map.groupBy(used, ({ from }) => from)].map(([from, own]) => {
    const types = own.map(({ type }) => type).toSorted();
    return `import type { ${types.join(', ')} } from '${from}';`;
  });
  const lines = [
    '/* Written by apps/server/test/whole/api-types.test.ts. */',
    ...imports.toSorted(),
    'export interface Calls {',
    ...byMethod,
    '}',
    '',
  ];
  await expect(lines.join('\n')).toMatchFileSnapshot(TABLE);
});
