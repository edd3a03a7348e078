export type Format = (typed: string) => string;

interface Edit {
  /** What the field held before. */
  before: string;
  /** What it holds now, and where the caret is in it. */
  typed: string;
  caret: number;
  /** What the browser says was done. */
  inputType: string;
}

/**
 * Formats what was typed and says where the caret belongs: as many digits to the right of it as before, whatever spaces
 * came or went. Counted from the right, because a country code may vanish on the left.
 */
export function reformat(
  { before, typed, caret, inputType }: Edit,
  format: Format,
): { text: string; caret: number } {
  let left = typed.slice(0, caret);
  let right = typed.slice(caret);
  if (digits(left + right) === digits(before) && typed.length < before.length) {
    // Only a space or a bracket was deleted, and formatting would bring it back: the digit behind it was meant.
    if (inputType === 'deleteContentBackward') left = left.replace(/\d\D*$/, '');
    if (inputType === 'deleteContentForward') right = right.replace(/^\D*\d/, '');
  }
  const text = format(left + right);
  return { text, caret: placeBefore(text, digits(right).length) };
}

/** The place right after a digit that has so many digits to its right. */
function placeBefore(text: string, count: number): number {
  if (count === 0) return text.length;
  const all = digits(text).length;
  let passed = 0;
  for (let place = 0; place < text.length; place++) {
    if (all - passed <= count) return place;
    if (digits(text[place]!) !== '') passed++;
  }
  return text.length;
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '');
}
