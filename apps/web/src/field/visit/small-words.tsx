import { countWords, minutesWords } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { lateOf } from './late.ts';
import './small-words.css';

export function LateWords({ visit }: { visit: ShownVisit }) {
  const late = lateOf(visit);
  if (!late) return null;
  return (
    <p className="small-words" data-tone="attention">
      <Glyph name="clock" />
      You said: {minutesWords(late.minutes)} late
    </p>
  );
}

export function WaitingWords({ visit: { waiting } }: { visit: ShownVisit }) {
  if (waiting.size === 0) return null;
  return (
    <p className="small-words" data-tone="info">
      <Glyph name="waiting" />
      {countWords(waiting.size, 'thing')} waiting to be sent
    </p>
  );
}

/** Whether something has arrived: by icon and in words. */
export function Delivery({ isWaiting }: { isWaiting: boolean }) {
  return (
    <span className="small-words" data-tone={isWaiting ? 'info' : 'ok'}>
      <Glyph name={isWaiting ? 'waiting' : 'sent'} />
      {isWaiting ? 'Waiting' : 'Sent'}
    </span>
  );
}
