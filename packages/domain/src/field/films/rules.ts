/**
 * How it stands with a film that was sent: it is being made into one that plays everywhere, or has been; it cannot be; or there is no
 * program on the server that makes films, and it is played as it was sent.
 */
export const filmStates = ['waiting', 'ready', 'failed', 'as sent'] as const;
export type FilmState = (typeof filmStates)[number];

/** Longer ones would keep others waiting, and nobody watches them to the end. */
export const LONGEST_FILM_MINUTES = 30;

/** A camera stops a little after the press. */
export const FILM_GRACE_SECONDS = 3;

/** "2:05". */
export function lengthWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** "2 minutes", "90 seconds". */
export function limitWords(seconds: number): string {
  if (seconds % 60 !== 0) return `${seconds} seconds`;
  return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`;
}

/** Why a technician's film is too long, in seconds. */
export function tooLongWords(limit: number): string {
  return `This video is too long: technicians’ videos can be up to ${limitWords(limit)}.`;
}

/** Why a film could not be made, to whoever sent it. */
export const filmRefusals = {
  damaged: 'This video is damaged or incomplete, so it can’t be played.',
  'no picture': 'There’s no picture in this video that we can read.',
  'too large': 'The picture of this video is too large to convert.',
  'too long': `This video is longer than ${LONGEST_FILM_MINUTES} minutes. Cut it into shorter ones and add them again.`,
  'too much': 'This video takes too long to convert. Make it shorter and add it again.',
  lost: 'This video was lost on the server. Add it again.',
  full: 'Your business’s files fill the space they have. Delete some, then convert this video again.',
  machine: 'The server couldn’t convert this video. Try again later.',
} as const;
