import * as fc from 'fast-check';

/** What the OpenAPI document says about a body. */
export interface BodySchema {
  properties?: Record<string, unknown>;
}

type Payload = string | Buffer;

const strangeTexts = fc.constantFrom(
  '\0',
  '\ud800',
  "'; drop table users; --",
  '{{7*7}}',
  '\u202e',
  'a'.repeat(5000),
);
const oddText = fc.oneof(
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 120 }) },
  { weight: 4, arbitrary: strangeTexts },
);
const oddValue = fc.oneof(
  oddText,
  fc.double(),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Bodies of any shape, and bodies that are not JSON. */
const anything: fc.Arbitrary<Payload> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  { weight: 3, arbitrary: fc.dictionary(oddText, oddValue).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: oddText },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
);

/** Values that get past the schema, so that what is behind it is tried too. They are few, so that limits meet them. */
const fitting: Record<string, (string | number | null)[]> = {
  email: ['owner@example.com', 'nobody@example.com', ' Pending@Example.com '],
  phone: ['0412 345 678', '1300 123 456'],
  plan_code: ['solo', 'none'],
  version: [1, 2, 3],
  state: ['contacted', 'lost', 'new'],
  due_at: ['2030-01-05T09:30:00Z', '2026-12-31T23:59:60Z', '0026-01-05T09:30:00Z'],
  owner_id: [null, '0193e5a0-0000-7000-8000-000000000021'],
};
const anyFitting = ['harbour-bridge', 'x'.repeat(43), 'trustno1'];

/** The right shape, with one field that is odd, or missing, or too many. */
function nearly({ properties = {} }: BodySchema): fc.Arbitrary<Payload> {
  const names = Object.keys(properties);
  const good = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.constantFrom(...(fitting[name] ?? anyFitting))])),
  );
  const spoilt = fc.oneof(
    { weight: 8, arbitrary: oddValue },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
  return fc
    .tuple(good, fc.constantFrom(...names, 'admin'), spoilt)
    .map(([body, name, value]) => JSON.stringify({ ...body, [name]: value }));
}

const SEED = 20_261_115;
const SHARE_OF_ANYTHING = 0.7;
let strange: Payload[] = [];

/** Bodies of every kind. Those that fit no call are the same for all calls, because making them takes its time. */
export function bodiesFor(schema: BodySchema, count: number): Payload[] {
  const ofAnyShape = count * SHARE_OF_ANYTHING;
  if (strange.length < ofAnyShape) strange = fc.sample(anything, { numRuns: ofAnyShape, seed: SEED });
  return [
    ...strange.slice(0, ofAnyShape),
    ...fc.sample(nearly(schema), { numRuns: count - ofAnyShape, seed: SEED }),
  ];
}
