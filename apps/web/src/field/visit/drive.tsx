import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { clockWords } from '../../lib/format/clock.ts';
import { minutesWords } from '../day/words.ts';
import { Glyph } from '../frame/glyph.tsx';
import './status-words.css';

type Drive = NonNullable<OwnVisit['drive']>;

/** "12 min by road", "about 12 min drive": what nobody has told is an estimate. */
export function driveWords({ minutes, is_by_road, after }: Drive): string {
  if (minutes === 0) return 'Same place';
  const words = is_by_road ? `${minutesWords(minutes)} by road` : `about ${minutesWords(minutes)} drive`;
  return after === null ? `${words} from your base` : words;
}

/** The drive from the visit that stands above; nothing where it begins elsewhere. */
export function DriveBetween({ from, visit }: { from: string | undefined; visit: OwnVisit }) {
  if (!visit.drive || visit.drive.after === null || visit.drive.after !== from) return null;
  return (
    <p className="small-words drive">
      <Glyph name="route" />
      {driveWords(visit.drive)}
    </p>
  );
}

/** When the customer expects somebody at the latest, and on the page of the visit the whole of it; whoever is there needs it no more. */
export function PromisedWords({ visit, isWhole = false }: { visit: OwnVisit; isWhole?: boolean }) {
  const { promise, progress, state } = visit;
  const isThere = progress === 'on site' || progress === 'done';
  if (!promise || isThere || state === 'cancelled') return null;
  const from = isWhole ? `between ${clockWords(promise.from)} and` : 'by';
  return (
    <span className="promised">
      Promised {from} {clockWords(promise.to)}
    </span>
  );
}
