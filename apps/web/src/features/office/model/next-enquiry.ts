/** The enquiry that one step down (1) or up (-1) leads to; the first one from nowhere, and none beyond the ends. */
export function nextEnquiry(
  ids: readonly string[],
  from: string | undefined,
  step: 1 | -1,
): string | undefined {
  const place = ids.findIndex((id) => id === from);
  return place < 0 ? ids[0] : ids[place + step];
}
