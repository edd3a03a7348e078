/** What the reference page shows of one call. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parts: { title: string; schema: Schema }[];
}

export interface Schema {
  /** In words, with its rules: "text, 1 to 100 characters". */
  type: string;
  description: string;
  fields: { name: string; required: boolean; schema: Schema }[];
}

type Json = Readonly<Record<string, unknown>>;

/** Reads the operations out of an OpenAPI document, in the order of their tags. */
export function operationsByTag(document: object): ReadonlyMap<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(child(document as Json, 'paths'))) {
    for (const [method, raw] of Object.entries(methods as Json)) {
      const operation = raw as Json;
      const tag = list(operation['tags'])[0];
      const group = typeof tag === 'string' ? tag : 'Other';
      groups.set(group, [...(groups.get(group) ?? []), readOperation(path, method, operation)]);
    }
  }
  return groups;
}

function readOperation(path: string, method: string, operation: Json): Operation {
  const parameters = list(operation['parameters']).map((raw) => raw as Json);
  const body = schemaIn(child(operation, 'requestBody'));
  const answer = schemaIn(child(child(operation, 'responses'), '200'));
  return {
    id: `${method}${path.replaceAll(/[^a-zA-Z0-9]+/g, '-')}`,
    method: method.toUpperCase(),
    path,
    summary: text(operation, 'summary'),
    description: text(operation, 'description'),
    parts: [
      ...(parameters.length > 0 ? [{ title: 'Parameters', schema: readParameters(parameters) }] : []),
      ...(body ? [{ title: 'Body', schema: readSchema(body) }] : []),
      ...(answer ? [{ title: 'Answer', schema: readSchema(answer) }] : []),
    ],
  };
}

function readParameters(parameters: Json[]): Schema {
  const fields = parameters.map((parameter) => ({
    name: `${text(parameter, 'name')} (${text(parameter, 'in')})`,
    required: parameter['required'] === true,
    schema: readSchema({ ...parameter, ...child(parameter, 'schema') }),
  }));
  return { type: 'object', description: '', fields };
}

function readSchema(schema: Json): Schema {
  const items = child(schema, 'items');
  const inner = schema['type'] === 'array' ? items : schema;
  const required = list(inner['required']);
  return {
    type: typeName(schema),
    description: text(schema, 'description'),
    fields: Object.entries(child(inner, 'properties')).map(([name, field]) => ({
      name,
      required: required.includes(name),
      schema: readSchema(field as Json),
    })),
  };
}

function typeName(schema: Json): string {
  const options = list(schema['anyOf'] ?? schema['oneOf']);
  if (options.length > 0) return options.map((option) => typeName(option as Json)).join(' or ');
  const values = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  if (values !== undefined)
    return list(values)
      .map((value) => JSON.stringify(value))
      .join(' or ');
  if (schema['type'] === 'array') return `list of ${typeName(child(schema, 'items'))}`;
  const type = text(schema, 'type') || 'anything';
  const format = text(schema, 'format');
  const rules = [
    format,
    range(number(schema, 'minLength'), number(schema, 'maxLength'), ' characters'),
    range(number(schema, 'minimum'), number(schema, 'maximum'), ''),
  ];
  return [type, ...rules.filter(Boolean)].join(', ');
}

function range(low: number | undefined, high: number | undefined, unit: string): string {
  if (low === undefined) return high === undefined ? '' : `at most ${high}${unit}`;
  return high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`;
}

function schemaIn(holder: Json): Json | undefined {
  const media = child(child(holder, 'content'), 'application/json');
  return media['schema'] as Json | undefined;
}

function child(value: Json, key: string): Json {
  const found = value[key];
  return typeof found === 'object' && found !== null ? (found as Json) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function number(value: Json, key: string): number | undefined {
  const found = value[key];
  return typeof found === 'number' ? found : undefined;
}

function text(value: Json, key: string): string {
  const found = value[key];
  return typeof found === 'string' ? found : '';
}
