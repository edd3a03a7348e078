import { HOUR_MS } from '../../values/minutes.ts';
import type { LocalDate } from '../../values/local-time.ts';
import { dateInWords } from '../../values/clock-words.ts';
import { windowInWords } from '../../work/visits/promise.ts';

/** What is said in a request, as far as it is told in words. */
interface Said {
  readonly text?: string;
  readonly score?: number;
  readonly file_id?: string;
  readonly on_date?: string;
  readonly window_from?: string;
  readonly window_to?: string;
}

export const requestKinds = ['another time', 'cancel', 'note', 'gate code', 'word'] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestDecisions = ['accepted', 'declined', 'done'] as const;

/** How much a customer may send of a visit: more than anybody has to say, and little enough that a link that went astray does no harm. */
export const requestLimits = {
  notes: 10,
  photos: 10,
  gateCodes: 5,
  noteLength: 1_000,
  gateCodeLength: 100,
  wordLength: 2_000,
  /** What a phone makes, and what a page can send without a script. */
  photoBytes: 10_000_000,
} as const;

/** For how long a word about how it was can be changed. */
export const WORD_OPEN_MS = 7 * 24 * HOUR_MS;
/** From here on somebody is content: it is read, and nobody has to do anything about it. */
const CONTENT = 4;

export const scores = [1, 2, 3, 4, 5] as const;
export const scoreWords: Readonly<Record<(typeof scores)[number], string>> = {
  1: 'Poor',
  2: 'Fair',
  3: 'OK',
  4: 'Good',
  5: 'Great',
};

/** Whether somebody of the office has to look at it. */
export function needsDecision(kind: RequestKind, { score }: Said): boolean {
  return kind !== 'word' || (score ?? 0) < CONTENT;
}

/** "asks for another time: Tue 24 Nov, 9–11 am": what a customer wants or says, after their name. */
export function requestInWords(kind: RequestKind, content: Said): string {
  const { text = '', score } = content;
  const said = text === '' ? '' : `: ${text}`;
  switch (kind) {
    case 'another time':
      return `asks for another time${timeOf(content) === '' ? said : `: ${timeOf(content)}`}`;
    case 'cancel':
      return `asks to cancel${said}`;
    case 'note':
      return `${text === '' ? 'sent a photo' : content.file_id === undefined ? 'wrote' : 'sent a photo and wrote'}${said}`;
    case 'gate code':
      return 'sent how to get in. It’s in the site’s access notes';
    case 'word':
  }
  return `rated the visit ${score} of 5${said}`;
}

/** "Tue 24 Nov, 9–11 am"; nothing where no time was chosen. */
export function timeOf({ on_date, window_from, window_to }: Said): string {
  if (on_date === undefined || window_from === undefined || window_to === undefined) return '';
  return `${dateInWords(on_date as LocalDate)}, ${windowInWords(window_from, window_to)}`;
}
