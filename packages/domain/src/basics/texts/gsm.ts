/** The letters of a text in GSM 03.38, in the order of their codes; the 27th slot leads to the extension table. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001BÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const ESCAPE = 0x1b;
/** Each of these takes two places: the escape, and its own code. */
const extended: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
};
const codes: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  ...Array.from(basic).flatMap((letter, code) => (code === ESCAPE ? [] : [[letter, [code]] as const])),
  ...Object.entries(extended).map(([letter, code]) => [letter, [ESCAPE, code]] as const),
]);
const letters = Array.from(basic);
const extendedLetters = new Map(Object.entries(extended).map(([letter, code]) => [code, letter]));

export type TextEncoding = 'GSM-7' | 'UCS-2';

/** How many places each letter takes: of 7 bits, or of 16. A letter is never cut in two. */
export function placesOf(letter: string, encoding: TextEncoding): number {
  return encoding === 'GSM-7' ? codes.get(letter)!.length : letter.length;
}

/** One letter that the old alphabet lacks makes all of them cost twice as much. */
export function encodingOf(body: string): TextEncoding {
  return Array.from(body).every((letter) => codes.has(letter)) ? 'GSM-7' : 'UCS-2';
}

/** The text as octets, one for each place: what services take that pack it themselves. */
export function gsmOctets(body: string): number[] {
  return Array.from(body).flatMap((letter) => codes.get(letter) ?? codes.get('?')!);
}

/** What such octets say. An escape before a code that nobody has defined is a space, as the standard wants it. */
export function fromGsmOctets(octets: Iterable<number>): string {
  let text = '';
  let isEscaped = false;
  for (const octet of octets) {
    if (isEscaped) text += extendedLetters.get(octet) ?? ' ';
    else if (octet !== ESCAPE) text += letters[octet] ?? '?';
    isEscaped = !isEscaped && octet === ESCAPE;
  }
  return text;
}
