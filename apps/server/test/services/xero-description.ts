import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isId } from '@muster/domain/values/ids';
import { load } from 'js-yaml';

/** The folder of Xero's public description of its API; beside the repository where nobody says otherwise. */
const file = join(
  process.env['XERO_SPEC'] ?? join(import.meta.dirname, '../../../../../shared/specs/xero'),
  'xero_accounting.yaml',
);

/** Where it is missing nothing is held against it; a test says so by its name. */
export const isDescribed = existsSync(file);

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}

interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
  readonly name?: string;
  readonly required?: boolean;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Description {
  readonly paths: Readonly<
    Record<string, Record<string, Operation> & { readonly parameters?: readonly Parameter[] }>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** The calls that are made of it; reading all of it takes seconds. */
const PATHS = new Set([
  '/Accounts',
  '/Contacts',
  '/Contacts/{ContactID}',
  '/CreditNotes',
  '/CreditNotes/{CreditNoteID}',
  '/CreditNotes/{CreditNoteID}/Allocations',
  '/CreditNotes/{CreditNoteID}/Allocations/{AllocationID}',
  '/Invoices',
  '/Invoices/{InvoiceID}',
  '/Organisation',
  '/Payments',
  '/Payments/{PaymentID}',
  '/TaxRates',
]);

let known: Description | undefined;

function description(): Description {
  if (known) return known;
  const kept: string[] = [];
  let [isKept, above] = [true, Infinity];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const depth = line.search(/\S/);
    if (depth === -1) continue;
    const path = /^ {2}(\/\S*):$/.exec(line)?.[1];
    if (path !== undefined || depth < 2) isKept = path === undefined || PATHS.has(path);
    // Examples and explanations are most of it.
    if (depth > above) continue;
    above = /^ *(example|description|externalDocs|x-[\w-]+):/.test(line) ? depth : Infinity;
    if (isKept && above === Infinity) kept.push(line);
  }
  return (known = load(kept.join('\n')) as Description);
}

interface Call {
  readonly method: string;
  /** As the description writes it, such as /Invoices/{InvoiceID}. */
  readonly path: string;
}

function operationOf({ method, path }: Call): { operation: Operation; parameters: Parameter[] } | undefined {
  const at = description().paths[path];
  const operation = at?.[method.toLowerCase()];
  if (!operation) return undefined;
  const parameters = [...(at?.parameters ?? []), ...(operation.parameters ?? [])].map(({ $ref, ...own }) =>
    $ref === undefined ? own : description().components.parameters[$ref.split('/').at(-1)!]!,
  );
  return { operation, parameters };
}

/** What of a request is not as it is described: the call, its parameters, its headers, or its body. */
export function problemsOfRequest(
  call: Call,
  { query, headers, body }: { query: URLSearchParams; headers: Record<string, unknown>; body: unknown },
): string[] {
  const found = operationOf(call);
  if (!found) return [`${call.method} ${call.path} is not described`];
  const { operation, parameters } = found;
  const named = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name!);
  const key = headers['idempotency-key'];
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  return [
    ...[...query.keys()]
      .filter((name) => !named('query').includes(name))
      .map((name) => `there is no ?${name}`),
    ...parameters
      .filter((one) => one.in === 'header' && one.required && headers[one.name!.toLowerCase()] === undefined)
      .map(({ name }) => `the header ${name} is missing`),
    ...(key !== undefined && !named('header').includes('Idempotency-Key')
      ? ['it takes no Idempotency-Key']
      : []),
    ...(schema ? problemsOf(schema, body, { at: 'body', isExact: true }) : []),
  ];
}

/** What of an answer is not as it is described. */
export function problemsOfAnswer(call: Call, status: number, body: unknown): string[] {
  const schema = operationOf(call)?.operation.responses[status]?.content?.['application/json']?.schema;
  return schema ? problemsOf(schema, body, { at: 'answer', isExact: false }) : [];
}

/** Exact: a field that is not described is a slip of the pen, which Xero itself would pass over in silence. */
function problemsOf(schema: Schema, value: unknown, where: { at: string; isExact: boolean }): string[] {
  const { at, isExact } = where;
  if (schema.$ref !== undefined) {
    const meant = description().components.schemas[schema.$ref.split('/').at(-1)!];
    return meant ? problemsOf(meant, value, where) : [`${at}: ${schema.$ref} is not described`];
  }
  const say = (what: string) => [`${at} ${what}`];
  if (schema.enum && !schema.enum.includes(value))
    return say(`is ${JSON.stringify(value)}, none of the described`);
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return say('is no text');
      if (schema.format === 'uuid' && !isId(value)) return say('is no UUID');
      return value.length > (schema.maxLength ?? Infinity) ? say('is too long') : [];
    case 'number':
    case 'integer':
      if (typeof value !== 'number') return say('is no number');
      return schema.type === 'integer' && !Number.isInteger(value) ? say('is not whole') : [];
    case 'boolean':
      return typeof value === 'boolean' ? [] : say('is neither true nor false');
    case 'array':
      if (!Array.isArray(value)) return say('is no list');
      return value.flatMap((one, index) =>
        problemsOf(schema.items ?? {}, one, { at: `${at}[${index}]`, isExact }),
      );
    case undefined:
    default: {
      if (!schema.properties) return [];
      if (typeof value !== 'object' || value === null) return say('is no object');
      const missing = (schema.required ?? []).filter((name) => !(name in value));
      return [
        ...missing.map((name) => `${at}.${name} is missing`),
        ...Object.entries(value).flatMap(([name, own]) => {
          const described = schema.properties?.[name];
          if (!described) return isExact ? [`${at}.${name} is not described`] : [];
          return problemsOf(described, own, { at: `${at}.${name}`, isExact });
        }),
      ];
    }
  }
}
