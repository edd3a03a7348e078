/** Control characters, separators of lines and paragraphs, and marks that nobody sees, but for those that join letters and signs. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
/** Spaces that push what follows out of sight. */
const GAP = /\p{Zs}{3}/u;
const VISIBLE = /[\p{L}\p{N}\p{S}]/u;
/** Letters that have no shape: fillers, and the blank of Braille. */
const SHAPELESS = /[\u115f\u1160\u3164\uffa0\u2800]/gu;

/** Whether a text stays on the line that it is written on and can be seen: otherwise a name could pass for more than a name. */
export function isOneLine(text: string): boolean {
  const line = text.trim();
  return line === '' || (!BREAKS.test(line) && !GAP.test(line) && VISIBLE.test(line.replace(SHAPELESS, '')));
}
