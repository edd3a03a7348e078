/** A call of the scheduler, as the OpenAPI document has it. */
export interface Operation {
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly body: Schema | undefined;
  readonly isStream: boolean;
  /** What has to be asked for, with a value that fits. */
  readonly query: Record<string, string>;
}

interface Schema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  minLength?: number;
  minItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  examples?: unknown[];
}

interface Described {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** From the document itself, so that a new call cannot be forgotten. */
export function operationsOf(document: { paths: Record<string, Record<string, Described>> }): Operation[] {
  return Object.entries(document.paths)
    .filter(([path]) =>
      /^\/services\/(scheduling|messages|calls|subscription\/api\/v1\/billing)\b/.test(path),
    )
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        path,
        method: method.toUpperCase() as Operation['method'],
        body: described.requestBody?.content['application/json'].schema,
        isStream: 'text/event-stream' in (described.responses[200]?.content ?? {}),
        query: { ...queryOf(described), ...oneOfSeveral[path] },
      })),
    );
}

/** Calls that need one of several parameters, which their schema can't say. */
const oneOfSeveral: Readonly<Record<string, Record<string, string>>> = {
  '/services/scheduling/api/v1/dispatch/preview': { date: '2026-11-16' },
};

function queryOf({ parameters = [] }: Described): Record<string, string> {
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return Object.fromEntries(needed.map(({ name, schema }) => [name, String(valueFor(schema))]));
}

/**
 * A body that fits the schema, so that what refuses a call is who asks or what it names, and nothing else; with what is given, as far
 * as it has a place in it.
 */
export function bodyFor({ body }: Operation, given: object = {}): { payload?: object } {
  if (!body) return {};
  const named = Object.entries(given).filter(([name]) => name in (body.properties ?? {}));
  return { payload: { ...(valueFor(body) as object), ...Object.fromEntries(named) } };
}

function valueFor(schema: Schema): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.includes(null) ? null : schema.enum[0];
  if (Array.isArray(schema.type)) return null;
  if (schema.anyOf) return valueFor(schema.anyOf.find(({ type }) => type === 'null') ?? schema.anyOf[0]!);
  if (schema.type === 'object') {
    const needed = schema.required ?? [];
    return Object.fromEntries(needed.map((name) => [name, valueFor(schema.properties![name]!)]));
  }
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => valueFor(schema.items!));
  if (schema.type === 'string') return textFor(schema);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  return schema.minimum ?? 1;
}

function textFor({ format, pattern, description = '', minLength = 0 }: Schema): string {
  if (format === 'uuid') return '0193e5a0-0000-7000-8000-00000000ffff';
  if (format === 'date') return '2030-01-05';
  if (format === 'date-time') return '2030-01-05T09:30:00Z';
  const [, example] = /^As in (\S+)$/.exec(description) ?? [];
  if (pattern !== undefined && example !== undefined) return example;
  return 'x'.repeat(Math.max(1, minLength));
}
