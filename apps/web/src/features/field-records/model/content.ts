/** A text that a record holds; empty where it has none. */
export function textOf(content: Readonly<Record<string, unknown>>, name: string): string {
  const text = content[name];
  return typeof text === 'string' ? text : '';
}
