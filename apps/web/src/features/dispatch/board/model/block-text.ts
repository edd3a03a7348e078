const vowels = new Set('aeiouyäöüàèéíóú');
/** Heard as one, so no line ends between them. */
const together = new Set(
  'bl br ch cl cr dr fl fr gh gl gr kn ph pl pr qu sc sh sk sl sm sn sp st sw th tr tw wh'.split(' '),
);
const [fewestBefore, fewestAfter] = [2, 3];
/** Marks where a line may end; in no name. */
const mark = '\n';

/**
 * The parts of a name between which a line may end: in long words as they are spoken, "Kooka-burra", and not "Kookab" and "urra". Browsers
 * know English words alone, where they know any; names of people and places are none.
 */
export function breakable(name: string, room: number): string[] {
  const marked = name.replace(/\p{L}{6,}/gu, (word) => {
    // What has room in a line is not broken to fill the one before.
    if (word.length <= room) return word;
    const letters = word.toLowerCase();
    const isVowel = (at: number) => vowels.has(letters[at] ?? '');
    const mayEndBefore = (at: number) => {
      if (at < fewestBefore || at > letters.length - fewestAfter) return false;
      if (isVowel(at) || !isVowel(at + 1)) return false;
      return isVowel(at - 1) || !together.has(letters[at - 1]! + letters[at]!);
    };
    return word.replace(/\p{L}/gu, (letter, at: number) => (mayEndBefore(at) ? mark + letter : letter));
  });
  return marked.split(mark);
}

/** As many lines as words take at least, where so many letters have room in one; a word that is too long goes on in the next. */
export function linesOf(words: string, letters: number): number {
  let lines = 1;
  let used = 0;
  for (const { length } of words.split(' ')) {
    const needed = used === 0 ? length : used + 1 + length;
    if (needed <= letters) used = needed;
    else {
      const more = Math.max(1, Math.ceil(length / Math.max(1, letters - 1)));
      lines += used === 0 ? more - 1 : more;
      used = length <= letters ? length : length % Math.max(1, letters - 1);
    }
  }
  return lines;
}

/** How late, where it has room; else that it is late alone: "over 5…" of 58 minutes would be untrue. */
export function matterIn(words: string, room: number): string {
  return words.length <= room ? words : words.replace(/^.+ /, '');
}
