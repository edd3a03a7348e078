/** Longer ones are no words, and a database would not index them. */
const longer = /^(.{60}).+$/su;

/**
 * The words and numbers of a text, each once, in lower case and whatever stands between them: an address is as many words as
 * it has parts. What is searched for is taken apart the same way as what is searched in.
 */
export function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return [...new Set(words?.map(shortened))];
}

/** Whole characters: half of one would be no text, and a database would refuse all of it. */
function shortened(word: string): string {
  return word.replace(longer, '$1');
}

/** A phone number without what people put between its digits, as it is dialled at home. */
export function phoneDigits(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  return /^\s*(\+|00)/.test(phone) ? digits.replace(/^(00)?610?/, '0') : digits;
}

/** "Dave, Priya and Sam". */
export function listInWords(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
