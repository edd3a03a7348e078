/** A colour as "#0f766e", in lower case. */
export const COLOUR = '^#[0-9a-f]{6}$';

/** Ours, where a business has chosen none. */
export const OUR_COLOUR = '#0f766e';
/** Ours in the dark: the lighter one of the tokens, because it is made for it. */
export const OURS_IN_THE_DARK = '#4fbdb0';

/** What a letterhead and a mail are on, and what is written there: by day, and in the dark. */
export const PAPER = '#ffffff';
export const INK = '#1f1c18';
export const DARK_PAPER = '#1e1c19';
export const LIGHT_INK = '#ece8e1';

/** WCAG 2.2, 1.4.3: what text needs, and 1.4.11: what shapes need. */
const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;

const WHITE = '#ffffff';
/** No lighter, because between white and a grey there are colours on which neither can be read. */
const BLACK = '#000000';

/** From 1, the same, to 21, black on white (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** White or black: what can be read on that colour. */
export function textOn(colour: string): string {
  return contrast(WHITE, colour) >= TEXT_CONTRAST ? WHITE : BLACK;
}

/** The colour for text where it can be read on that ground, and something else where it cannot. */
export function legibleOn(ground: string, colour: string, otherwise: string): string {
  return contrast(colour, ground) >= TEXT_CONTRAST ? colour : otherwise;
}

/** Whether a shape of that colour is seen on that ground. */
export function standsOut(colour: string, ground: string): boolean {
  return contrast(colour, ground) >= SHAPE_CONTRAST;
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function linear(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
