/** How many of the items, which are in order of their starts, start before that moment. */
export function countBefore(items: readonly { readonly start: number }[], at: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (items[middle]!.start < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last item that starts at that moment or before; undefined where there is none. */
export function lastStarted<T extends { readonly start: number }>(
  items: readonly T[],
  at: number,
): T | undefined {
  return items[countBefore(items, at + 1) - 1];
}

/** The one in which the visit starts, or else the one that it runs into. Overtime belongs to the span before it. */
export function spanAround<T extends { readonly start: number; readonly latestEnd: number }>(
  spans: readonly T[],
  start: number,
  end: number,
): T | undefined {
  const next = countBefore(spans, start + 1);
  const current = spans[next - 1];
  if (current !== undefined && start < current.latestEnd) return current;
  const following = spans[next];
  return following !== undefined && following.start < end ? following : undefined;
}
