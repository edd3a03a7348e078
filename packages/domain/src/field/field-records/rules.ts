import { isId } from '../../values/ids.ts';
import { clockMinutes } from '../../values/minutes.ts';
import type { CheckKind } from '../../work/visits/rules.ts';
import type { Visit } from '../../work/visits/schema.ts';
import type { FileRecord } from '../files/schema.ts';
import type { Tap } from '../progress/schema.ts';
import type { FieldRecord } from './schema.ts';

type Item = Visit['check_list'][number];
/** A file of the visit that is not deleted. */
type Kept = Pick<FileRecord, 'id' | 'state'>;
type Noted = Pick<FieldRecord, 'kind' | 'content' | 'noted_at' | 'created_at' | 'retracted_at'>;

/** Those that count, in the order in which they were noted; what was noted at one moment, in the order in which it arrived. */
export function standing<Row extends Noted>(records: readonly Row[]): Row[] {
  return records
    .filter(({ retracted_at }) => retracted_at === null)
    .toSorted(
      (a, b) =>
        Date.parse(a.noted_at) - Date.parse(b.noted_at) ||
        Date.parse(a.created_at) - Date.parse(b.created_at),
    );
}

/** What was last answered to each item of a check list. */
export function answersOf(records: readonly Noted[]): Map<string, unknown> {
  const answers = new Map<string, unknown>();
  for (const { kind, content } of standing(records))
    if (kind === 'check') answers.set(String(content['item']), content['value']);
  return answers;
}

/** What was last answered to items that have other words by now, or are gone: whoever answered has seen it all the same. */
export function formerAnswers<Row extends Noted>(
  items: readonly Pick<Item, 'text'>[],
  records: readonly Row[],
): Row[] {
  const here = new Set<unknown>(items.map(({ text }) => text));
  const latest = new Map<unknown, Row>();
  for (const record of standing(records))
    if (record.kind === 'check') latest.set(record.content['item'], record);
  return [...latest.values()].filter(
    ({ content }) => !here.has(content['item']) && isGiven(content['value']),
  );
}

/** How an item was answered that nobody can ask any more: nobody types the id of a photo. */
export function kindOfAnswer(answer: unknown): CheckKind {
  if (typeof answer === 'string') return isId(answer.toLowerCase()) ? 'photo' : 'text';
  return typeof answer === 'number' ? 'number' : 'tick';
}

export function isGiven(answer: unknown): boolean {
  return answer !== undefined && answer !== null && answer !== false && answer !== '';
}

/** Whether that answers an item. A photo does as long as it is there: one that was deleted or refused shows nothing. */
export function isAnswer({ kind }: Pick<Item, 'kind'>, answer: unknown, files: readonly Kept[]): boolean {
  if (kind !== 'photo') return isGiven(answer);
  return files.some(({ id, state }) => id === answer && state !== 'refused');
}

/** What has to be answered before the visit can be called complete, and is not. What the office ticked off has no answer, and counts. */
export function missingItems(
  items: readonly Item[],
  records: readonly Noted[],
  files: readonly Kept[],
): string[] {
  const answers = answersOf(records);
  return items
    .filter((item) => {
      const answer = answers.get(item.text);
      const isAnswered = isGiven(answer) ? isAnswer(item, answer, files) : item.done;
      return item.required === true && !isAnswered;
    })
    .map(({ text }) => text);
}

/** From the arrival to the end of the work; what nobody has told is null. */
export interface Stay {
  readonly arrived_at: string | null;
  readonly done_at: string | null;
  /** Between the two, as `minutesOnSite` counts them. */
  readonly minutes: number | null;
}

interface TimesOnSite extends Stay {
  /** What the times were before somebody corrected them; null: nobody did. */
  readonly measured: Stay | null;
  /** Why they were corrected. */
  readonly reason: string | null;
}

interface Told {
  readonly on_site_at: string | null;
  readonly done_at: string | null;
}

/**
 * When somebody arrived, when they were done and how long they were there: as they told on the way, or as the latest correction has
 * it, which says why and leaves what was measured to be seen beside it. What is told after a correction was measured, however late it
 * comes: the correction stands.
 */
export function timesOnSite(told: Told, records: readonly Noted[], whose?: Whose): TimesOnSite {
  const now = stayOf(told);
  const correction = correctionIn(records, whose);
  if (!correction) return { ...now, measured: null, reason: null };
  const corrected = stayOf({ ...correction, done_at: correction.done_at ?? told.done_at });
  const measured = isSame(now, corrected) ? stayOf(correction.measured ?? nothing) : now;
  return { ...corrected, measured, reason: correction.reason };
}

/** The correction that counts, as it is written down. */
export interface Correction extends Told {
  readonly reason: string;
  /** Whose times; not written down, or null, where it is of the whole crew. */
  readonly technician_id?: string | null;
  /** What was told on the way; null, or not written down, where whoever corrected did not have the visit. */
  readonly measured?: Told | null;
}

/** One of a crew, and with whom they move as long as they have told nothing themselves. */
export interface Whose {
  readonly technician: string;
  readonly movesWith?: string | undefined;
}

/** Whose corrections count for one of a crew: whoever has told nothing themselves, and for whom nobody has, moves with the lead. */
export function whoseTimes(
  technician: string,
  crew: readonly { readonly technician_id: string; readonly is_lead: boolean }[],
  taps: readonly Pick<Tap, 'technician_id' | 'retracted_at'>[],
  records: readonly Noted[],
): Whose {
  const isOwn = (of: unknown) => of === technician;
  const hasTold =
    taps.some(({ technician_id, retracted_at }) => retracted_at === null && isOwn(technician_id)) ||
    standing(records).some(({ kind, content }) => kind === 'time' && isOwn(content['technician_id']));
  const lead = crew.find(({ is_lead }) => is_lead)?.technician_id;
  return { technician, movesWith: hasTold ? undefined : lead };
}

const nothing: Told = { on_site_at: null, done_at: null };

/** The latest that still stands: of one of the crew, where somebody is named, or else of all of it. */
export function correctionIn(records: readonly Noted[], whose?: Whose): Correction | undefined {
  const isMeant = ({ technician_id = null }: Correction) =>
    technician_id === null || technician_id === whose?.technician || technician_id === whose?.movesWith;
  return standing(records)
    .filter(({ kind }) => kind === 'time')
    .map(({ content }) => content as unknown as Correction)
    .findLast((correction) => isCorrection(correction) && isMeant(correction));
}

/** Whether it changes times; else it is a note of long ago by somebody who did not have the visit, or was erased with its customer. */
export function isCorrection({ measured, on_site_at, technician_id }: Partial<Correction>): boolean {
  const isOf = (measured !== null && measured !== undefined) || typeof technician_id === 'string';
  return isOf && on_site_at !== undefined;
}

function stayOf({ on_site_at, done_at }: Told): Stay {
  return { arrived_at: on_site_at, done_at, minutes: minutesOnSite({ on_site_at, done_at }) };
}

/** By the clock, as the times beside it; null where one is missing, or the end was told as before the arrival. */
export function minutesOnSite({ on_site_at, done_at }: Told): number | null {
  if (on_site_at === null || done_at === null) return null;
  const length = clockMinutes(on_site_at, done_at);
  return length < 0 ? null : length;
}

function isSame(a: Stay, b: Stay): boolean {
  return isMoment(a.arrived_at, b.arrived_at) && isMoment(a.done_at, b.done_at);
}

/** The same moment may be written in two ways. */
function isMoment(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && Date.parse(a) === Date.parse(b));
}
