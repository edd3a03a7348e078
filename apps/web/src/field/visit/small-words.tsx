import { standing } from '@muster/domain/field-records/rules';
import { countWords } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import './small-words.css';

type Noted = ShownVisit['records'][number];

/** The last word about a delay, as long as it counts: whoever has arrived is late no more. */
export function lateOf({ records, progress }: ShownVisit): Noted | undefined {
  if (progress === 'on site' || progress === 'done') return undefined;
  return standing(records).findLast(({ kind }) => kind === 'late');
}

export function LateWords({ visit }: { visit: ShownVisit }) {
  const late = lateOf(visit);
  if (!late) return null;
  return (
    <p className="small-words" data-tone="attention">
      <Glyph name="clock" />
      You said: {String(late.content['minutes'])} min late
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
