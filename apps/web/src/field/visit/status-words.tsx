import { countWords, minutesWords } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { lateOf } from './steps.ts';
import './status-words.css';

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
      {countWords(waiting.size, 'thing')} waiting to send
    </p>
  );
}

/** What has not left the phone says so; what has, needs no mark. */
export function Unsent({ isWaiting, part, words = 'Waiting' }: UnsentProps) {
  if (!isWaiting) return null;
  return (
    <span className="small-words" data-tone="info">
      <Glyph name="waiting" />
      {part === undefined ? words : `Sending ${Math.floor(part * 100)}%`}
    </span>
  );
}

interface UnsentProps {
  isWaiting: boolean;
  /** How much of it has gone, while it is on its way. */
  part?: number | undefined;
  /** What it waits for, where that is not the connection. */
  words?: string | undefined;
}
