/** A moment as a field for day and time takes it, by the clocks at the site: the phone may come from another zone. */
export function toField(moment: string | number, zone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return parts.format(new Date(moment)).replace(' ', 'T');
}

/** The moment that such a field tells; undefined where it tells none. */
export function fromField(text: string, zone: string): string | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (text === '' || Number.isNaN(asUtc)) return undefined;
  const ahead = (at: number) => Date.parse(`${toField(at, zone)}Z`) - at;
  // Twice, because near a change of the clocks the first guess may lie on its other side.
  const near = asUtc - ahead(asUtc);
  return new Date(asUtc - ahead(near)).toISOString();
}
