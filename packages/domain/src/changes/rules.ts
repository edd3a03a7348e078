/** How long a change can be undone. */
export const UNDO_DAYS = 30;

const DAY_MS = 86_400_000;

/** What was done with what has no inverse is changed back by hand. */
const withoutInverse = /^(team|licences|api key|webhook|erasure)\b/;

/** What speaks against an undo, whatever has happened since. */
export function undoProblem(
  change: { kind: string; at: Date },
  now: Date,
): 'no inverse' | 'too old' | undefined {
  if (withoutInverse.test(change.kind)) return 'no inverse';
  return now.getTime() - change.at.getTime() > UNDO_DAYS * DAY_MS ? 'too old' : undefined;
}
