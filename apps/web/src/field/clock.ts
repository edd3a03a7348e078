import { clockOff } from '@muster/domain/field/progress/rules';
import { watchAnswers } from '../lib/api/api.ts';
import { become, fieldState } from './state.ts';

/** The clock may be set right, or wrong, at any time; without a connection the last that is known counts. */
const PLACE = 'muster-clock-off';
const SECOND_MS = 1_000;

/** Compares the phone's clock with the server's, whose time is in every answer. */
export function watchClock(): void {
  know(kept());
  watchAnswers(({ headers }) => {
    const theirs = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(theirs)) return;
    const seconds = Math.round((Date.now() - theirs) / SECOND_MS);
    know(seconds);
    keep(seconds);
  });
}

function know(seconds: number | null): void {
  const off = clockOff(seconds);
  if (fieldState().clockOff !== off) become({ clockOff: off });
}

function kept(): number | null {
  try {
    const text = localStorage.getItem(PLACE);
    return text === null ? null : Number(text);
  } catch {
    return null;
  }
}

/** Storage may be forbidden; then it is known until the page is closed. */
function keep(seconds: number): void {
  try {
    if (clockOff(seconds) === null) localStorage.removeItem(PLACE);
    else localStorage.setItem(PLACE, String(seconds));
  } catch {
    return;
  }
}
