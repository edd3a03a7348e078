/** A number as somebody types it on a phone, with a point or a comma; undefined where it is none. */
export function readNumber(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(text)) return undefined;
  const number = Number(text);
  return Math.abs(number) <= 1e9 ? number : undefined;
}
