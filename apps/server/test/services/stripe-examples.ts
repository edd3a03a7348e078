import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Shape = Record<string, unknown>;

/** Beside the repository where nobody says otherwise. */
const path =
  process.env['STRIPE_EXAMPLES'] ??
  join(import.meta.dirname, '../../../../../shared/specs/stripe/fixtures3.json');

/** Stripe's own example of each kind of object; undefined where they are not on this machine. */
export const stripeExamples: Record<string, Shape> | undefined = existsSync(path)
  ? (JSON.parse(readFileSync(path, 'utf8')) as { resources: Record<string, Shape> }).resources
  : undefined;

/** Of free choice, only told when something is made, or in no example, because Stripe gives it to a balance alone. */
const leftOut = new Set(['metadata', 'secret', 'data.object', 'balance.id', 'price.product']);

/** What of an object is not as in the example of its kind, each by where it is. What is null says nothing of what else it may be. */
export function unlikeStripe(object: Shape): string[] {
  const kind = String(object['object']);
  const example = stripeExamples?.[kind];
  return example ? unlike(object, example, kind) : [`${kind}: no such kind`];
}

function unlike(value: unknown, example: unknown, place: string): string[] {
  const name = place.split('.').at(-1)!;
  const isLeftOut = leftOut.has(name) || [...leftOut].some((one) => place.endsWith(one));
  if (isLeftOut || value === null || example === null) return [];
  if (kindOf(value) !== kindOf(example)) return [`${place}: ${kindOf(value)} instead of ${kindOf(example)}`];
  if (Array.isArray(value)) {
    const [first] = example as unknown[];
    return first === undefined ? [] : value.flatMap((one) => unlike(one, first, place));
  }
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) =>
    unlike(part, (example as Shape)[name], `${place}.${name}`),
  );
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}
