/** Of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.split(' ').filter(Boolean);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => String.fromCodePoint(word.codePointAt(0)!).toUpperCase()).join('');
}
