/** Control characters, line and paragraph separators, and what turns the direction of writing. */
const BREAKS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text stays on the line that it is written on: a name with line breaks in it could pass for more than a name. */
export function isOneLine(text: string): boolean {
  return !BREAKS.test(text.trim());
}
