import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';
import type { Fields, ValuesOf } from './fields.ts';

// The pieces that schemas of every noun are made of, each written here alone.

export const Id = Type.String({ format: 'uuid' });
export const Moment = Type.String({ format: 'date-time' });
export const Day = Type.String({
  format: 'date',
  pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$',
  description: 'Like 2026-11-16',
});
export const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'Like 09:30' });
/** A length of time. */
export const Minutes = Type.Integer({ minimum: 0, description: 'In minutes' });

export const Version = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description:
    'The version you read. If someone else has changed it since, your change is refused with code 409',
});

/** The same, with what it means where it stands, and with bounds of its own. */
export function being<T extends TSchema>(schema: T, description: string, bounds: Bounds = {}) {
  return Type.Unsafe<Static<T>>({ ...schema, ...bounds, description });
}

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
}

/**
 * What a schema says, or null. One schema with two types rather than a union of two: answers are written by these schemas, and of a
 * union each alternative is tried out, value by value.
 */
export function nullable<T extends TSchema>(schema: T, description?: string) {
  const { type, enum: values } = schema as { type?: string; enum?: readonly unknown[] };
  if (type === undefined && values === undefined)
    throw new Error('Only one type, or one of some values, can be null.');
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    ...(type !== undefined && { type: [type, 'null'] }),
    ...(values !== undefined && { enum: [...values, null] }),
    ...(description !== undefined && { description }),
  });
}

/** The schemas of a record's fields. */
export function schemasOf<F extends Fields>(fields: F) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, Type.Unsafe(schema)]),
  ) as unknown as { [Name in keyof F]: TUnsafe<ValuesOf<F>[Name]> };
}

/** What of a record may be changed, for the version that was read. */
export function editOf<Properties extends Record<string, TSchema>>(
  properties: Properties,
  options: { readonly examples?: readonly object[] } = {},
) {
  return Type.Object(
    { version: Version, ...Type.Partial(Type.Object(properties)).properties },
    { additionalProperties: false, ...options },
  );
}

/** A phone compares its clock with ours whenever it has an answer; a wrong one makes no times wrong. */
export const OffBy = Type.Integer({
  minimum: -1_000_000_000,
  maximum: 1_000_000_000,
  description:
    'How many seconds the sender’s clock was ahead of the server’s; we correct for more than two minutes',
});
