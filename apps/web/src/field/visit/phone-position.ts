import { type PositionKind, positionKind } from '@muster/domain/work/sites/positions';
import type { Position } from '@muster/domain/values/travel';

/** Where the phone says that it is, within so many metres; or why it does not. */
export type Located =
  | { readonly position: Position; readonly accuracy: number }
  | { readonly problem: string };

const PATIENCE_MS = 20_000;

/** Asked once, and anew each time: an older position may be of the street before. */
export function locate(): Promise<Located> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ position: { latitude, longitude }, accuracy }),
      ({ code }) => resolve({ problem: problems[code] ?? problems[UNAVAILABLE]! }),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
    );
  });
}

const UNAVAILABLE = 2;
/** By the codes of the browser: refused, not to be had, too slow. */
const problems: Readonly<Record<number, string>> = {
  1: 'Your phone doesn’t let this page know where you are. Allow it for this page in your browser’s settings, then try again.',
  2: 'Your phone can’t tell where you are right now. Go outside and try again.',
  3: 'Your phone took too long to find you. Go outside and try again.',
};

/** Larger than a block: the next street may be meant. */
const POOR_METRES = 100;

export function accuracyWords(metres: number): string {
  const words = `Accurate to about ${distanceWords(metres / 1_000)}.`;
  return metres > POOR_METRES ? `Only ${words.charAt(0).toLowerCase()}${words.slice(1)}` : words;
}

const NEAR_KILOMETRES = 0.02;
const before: Readonly<Record<PositionKind, string>> = {
  pinned: 'the pin that is set now',
  found: 'where the address was found',
  estimated: 'the centre of the suburb',
};

/** "1.2 km from the centre of the suburb": somebody may be at home already. */
export function awayWords(kilometres: number, site: Parameters<typeof positionKind>[0]): string {
  const where = before[positionKind(site)];
  return kilometres < NEAR_KILOMETRES ? `At ${where}.` : `${distanceWords(kilometres)} from ${where}.`;
}

function distanceWords(kilometres: number): string {
  const metres = Math.max(1, Math.round(kilometres * 1_000));
  return metres < 1_000 ? `${metres} m` : `${(metres / 1_000).toFixed(metres < 10_000 ? 1 : 0)} km`;
}
