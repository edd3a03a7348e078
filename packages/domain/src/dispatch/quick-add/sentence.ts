/** A word of what somebody typed. */
export interface Word {
  /** In lower case, without a comma or full stop after it. */
  readonly text: string;
  readonly typed: string;
  /** Whether a comma follows: what is behind it says something else. */
  readonly isLast: boolean;
}

/** Something that words may mean. */
export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
}

/** What was read out of some of the words. */
export interface Piece<Value> {
  /** The places of its words in the sentence, in order. */
  readonly at: readonly number[];
  /** One: that is what they mean, unless it is asked. None: they mean nothing that is possible. */
  readonly choices: readonly Choice<Value>[];
  /** What somebody has to decide before it counts; null where the words are clear. */
  readonly question: string | null;
}

/** Looks at the words from one place on, and says how many of them it has read. */
export interface Reading<Value> {
  readonly length: number;
  readonly choices: readonly Choice<Value>[];
  readonly question?: string;
}

export function wordsIn(sentence: string): Word[] {
  const typed = sentence.split(/\s+/u).filter((word) => word !== '');
  return typed.map((word) => ({
    typed: word,
    isLast: /[,;]$/.test(word),
    text: word
      .normalize('NFC')
      .toLowerCase()
      .replace(/(?<=.)[,.;]+$/u, ''),
  }));
}

/** The texts from one place on, at most so many and only as far as no other piece has them. */
export function textsFrom(
  words: readonly Word[],
  taken: ReadonlySet<number>,
  at: number,
  most: number,
): string[] {
  const texts: string[] = [];
  for (let place = at; place < words.length && texts.length < most && !taken.has(place); place++)
    texts.push(words[place]!.text);
  return texts;
}

/** Reads what it can from left to right, takes those words, and makes one piece of all that was found. */
export function readAll<Value>(
  words: readonly Word[],
  taken: Set<number>,
  most: number,
  read: (texts: readonly string[], at: number) => Reading<Value> | undefined,
  unsure: string,
): Piece<Value> | undefined {
  const found: Piece<Value>[] = [];
  for (let at = 0; at < words.length; at++) {
    const reading = taken.has(at) ? undefined : read(textsFrom(words, taken, at, most), at);
    if (reading === undefined) continue;
    const places = Array.from({ length: reading.length }, (_, i) => at + i);
    for (const place of places) taken.add(place);
    found.push({ at: places, choices: reading.choices, question: reading.question ?? null });
  }
  return joined(found, unsure);
}

/** Said twice alike it is one thing; said twice differently somebody has to choose. */
function joined<Value>(found: readonly Piece<Value>[], unsure: string): Piece<Value> | undefined {
  const [first, ...others] = found;
  if (first === undefined || others.length === 0) return first;
  const choices = new Map(found.flatMap((piece) => piece.choices).map((one) => [one.label, one]));
  const asked = found.find(({ question }) => question !== null);
  return {
    at: found.flatMap(({ at }) => at),
    choices: [...choices.values()],
    question: choices.size > 1 ? unsure : (asked?.question ?? null),
  };
}
