import { clockMinutes } from '../../values/minutes.ts';
import { correctionIn, minutesOnSite, whoseTimes } from '../field-records/rules.ts';
import type { FieldRecord } from '../field-records/schema.ts';
import { countingTimes, measuredTimes, type Times } from '../progress/rules.ts';
import type { Tap } from '../progress/schema.ts';

/** What is known of somebody at a visit, whoever has it now. */
export interface WorkFacts {
  readonly technician_id: string;
  /** When the office entered the visit after it was over; null: it was planned ahead. */
  readonly entered_at: string | null;
  /** Of whoever has the visit; null: they have not. */
  readonly booking: Times | null;
  readonly crew: readonly { readonly technician_id: string; readonly is_lead: boolean }[];
  readonly taps: readonly Tap[];
  readonly records: readonly Pick<
    FieldRecord,
    'kind' | 'content' | 'noted_at' | 'created_at' | 'retracted_at'
  >[];
}

/** The hours of one person at one visit. */
export interface WorkedHours {
  /** What counts, and is paid. */
  readonly times: Times;
  readonly measured: Times;
  readonly travel: number | null;
  readonly minutes: number | null;
  readonly minutes_measured: number | null;
  /** Why the times were corrected; null: they were not. */
  readonly reason: string | null;
  /** By how many minutes the phone's clock was wrong, for whoever wonders at a time; null: it was not. */
  readonly clock_off: number | null;
}

const unknown: Times = { en_route_at: null, on_site_at: null, done_at: null };
const SECONDS = 60;

export function workedHours(facts: WorkFacts): WorkedHours {
  const { technician_id, booking, crew, taps, records } = facts;
  const own = taps.filter((tap) => tap.technician_id === technician_id && tap.retracted_at === null);
  // Of a visit that they do not have, nothing counts for them but what was told by them, or of them by name.
  const told = booking === null ? own : taps;
  const counts =
    booking === null
      ? correctionIn(
          records.filter(({ content }) => content['technician_id'] === technician_id),
          { technician: technician_id },
        )
      : correctionIn(records, whoseTimes(technician_id, crew, taps, records));
  const known = { ...(booking ?? unknown), ...(booking && counts?.measured) };
  const first = measuredTimes(technician_id, booking === null ? [] : crew, told, known);
  const times = countingTimes(first, counts);
  // What the office has entered afterwards, nobody has measured.
  const measured = facts.entered_at === null ? first : unknown;
  const off = own.map(({ clock_off }) => clock_off).find((seconds) => seconds !== null);
  return {
    times,
    measured,
    travel: travelIn(times),
    minutes: minutesOnSite(times),
    minutes_measured: minutesOnSite(measured),
    reason: counts?.reason ?? null,
    clock_off: off === undefined || off === null ? null : Math.round(off / SECONDS),
  };
}

/** From setting out to arriving. */
function travelIn({ en_route_at, on_site_at }: Times): number | null {
  if (en_route_at === null || on_site_at === null) return null;
  const length = clockMinutes(en_route_at, on_site_at);
  return length < 0 ? null : length;
}
