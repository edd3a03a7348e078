import { kindOfAnswer, minutesOnSite } from '../field-records/rules.ts';
import type { VisitReport } from '../reports/schema.ts';
import { answerInWords, outcomeWords, stayWords } from '../reports/words.ts';
import type { ReportSection } from '../../work/settings/schema.ts';
import type { ContentChange, ContentPart, LeftOut, ReportContent } from './schema.ts';

export const nothingLeftOut: LeftOut = { sections: [], photos: [], answers: [] };

/** Where nobody has said otherwise: a job's description is written for the office. */
export const usuallyLeftOut: LeftOut = { ...nothingLeftOut, sections: ['description'] };

/** What the office has chosen for one visit. A section that it has not decided follows the business. */
export interface ReportChoice {
  readonly sections: Readonly<Partial<Record<ReportSection, boolean>>>;
  readonly photos: readonly string[];
  readonly answers: readonly string[];
}

export function leftOutBy(choice: ReportChoice | undefined, business: readonly ReportSection[]): LeftOut {
  const decided = Object.entries(choice?.sections ?? {}) as [ReportSection, boolean][];
  const sections = new Set(business);
  for (const [section, isShown] of decided)
    if (isShown) sections.delete(section);
    else sections.add(section);
  return {
    sections: [...sections].toSorted(),
    photos: [...(choice?.photos ?? [])],
    answers: [...(choice?.answers ?? [])],
  };
}

type Reported = Pick<VisitReport, 'outcome_reason' | 'check_list' | 'notes' | 'parts'> & {
  readonly outcome: VisitReport['outcome'] | null;
  readonly description: string;
  readonly photos: readonly { readonly id: string }[];
};

/** What of a report is not left out: notes only where somebody has chosen them for the customer. */
export function withoutLeftOut<Row extends Reported>(
  report: Row,
  { sections, photos, answers }: LeftOut,
): Row {
  const has = (section: ReportSection) => !sections.includes(section);
  return {
    ...report,
    description: has('description') ? report.description : '',
    check_list: has('check list') ? report.check_list.filter(({ text }) => !answers.includes(text)) : [],
    parts: has('parts') ? report.parts : [],
    photos: has('photos') ? report.photos.filter(({ id }) => !photos.includes(id)) : [],
    notes: report.notes.filter(({ for_customer }) => for_customer),
  };
}

type Stays = ReportContent['stays'];

/** What a report tells now. */
export function contentOf(report: Reported, stays: Stays, leftOut: LeftOut): ReportContent {
  const told = withoutLeftOut(report, leftOut);
  return {
    version: 1,
    outcome: told.outcome,
    outcome_reason: told.outcome_reason,
    description: told.description,
    stays: stays.map(({ technician_id, arrived_at, done_at }) => ({ technician_id, arrived_at, done_at })),
    notes: told.notes.map(({ id, text }) => ({ id, text })),
    answers: told.check_list.map(({ text, answer }) => ({ item: text, answer })),
    parts: told.parts.map(({ name, quantity }) => ({ name, quantity })),
    photos: told.photos.map(({ id }) => id),
  };
}

/** A difference, with the keys of what it is about: ids of notes and photos, the text of an item, the name of a part, a technician. */
export interface Difference extends Omit<ContentChange, 'at' | 'by'> {
  readonly keys: readonly string[];
}

/** What is now, and what is needed to tell why it differs. */
export interface Now {
  readonly content: ReportContent;
  /** The same with nothing left out: what is missing above and stands here was left out, not removed. */
  readonly whole: ReportContent;
  readonly crew: readonly Pick<VisitReport['crew'][number], 'id' | 'name' | 'times'>[];
  /** Of the site. */
  readonly zone: string;
}

/**
 * How a report differs from what somebody was shown. What nobody could tell then, because the visit went on, is no change when it comes
 * to be known: the end of the work, the result. A correction of it is.
 */
export function differencesFrom(told: ReportContent, now: Now): Difference[] {
  return [
    ...result(told, now.content),
    ...described(told, now),
    ...times(told, now),
    ...notes(told, now),
    ...answers(told, now),
    ...parts(told, now),
    ...photos(told, now),
    ...signature(told, now.content),
  ];
}

function result(told: ReportContent, { outcome, outcome_reason }: ReportContent): Difference[] {
  if (told.outcome === null) return [];
  const words = (of: Pick<ReportContent, 'outcome' | 'outcome_reason'>) =>
    [of.outcome === null ? 'Not finished' : outcomeWords[of.outcome], of.outcome_reason]
      .filter(Boolean)
      .join(': ');
  const [before, after] = [words(told), words({ outcome, outcome_reason })];
  return before === after
    ? []
    : [{ part: 'result', how: 'changed', what: 'Result', before, after, keys: [] }];
}

function described(told: ReportContent, { content, whole }: Now): Difference[] {
  if (told.description === content.description) return [];
  const how =
    told.description === ''
      ? 'added'
      : content.description !== ''
        ? 'changed'
        : whole.description === ''
          ? 'removed'
          : 'left out';
  return [{ part: 'description', how, what: 'What was asked for', before: null, after: null, keys: [] }];
}

function times(told: ReportContent, { crew, zone }: Now): Difference[] {
  return told.stays.flatMap(({ technician_id, arrived_at, done_at }): Difference[] => {
    const member = crew.find(({ id }) => id === technician_id);
    // Whoever is not on the visit any more has no times on the report; that they went is told where crews are.
    if (!member) return [];
    const { times, name, id } = member;
    const measured = times.measured ?? times;
    const then = { arrived_at: arrived_at ?? measured.arrived_at, done_at: done_at ?? measured.done_at };
    const [before, after] = [stayInWords(then, zone), stayInWords(times, zone)];
    if (before === after) return [];
    const what = crew.length > 1 ? `Time on site of ${name}` : 'Time on site';
    return [{ part: 'times', how: 'changed', what, before, after, keys: [id] }];
  });
}

function stayInWords(
  { arrived_at, done_at }: Pick<Stays[number], 'arrived_at' | 'done_at'>,
  zone: string,
): string {
  const minutes = minutesOnSite({ on_site_at: arrived_at, done_at });
  return stayWords({ arrived_at, done_at, minutes }, zone, null) || 'not recorded';
}

function notes(told: ReportContent, { content, whole }: Now): Difference[] {
  const ids = (list: ReportContent['notes']) => list.map(({ id }) => id);
  return listed('notes', 'note', {
    told: ids(told.notes),
    now: ids(content.notes),
    there: ids(whole.notes),
  });
}

function photos(told: ReportContent, { content, whole }: Now): Difference[] {
  return listed('photos', 'photo', { told: told.photos, now: content.photos, there: whole.photos });
}

interface Lists {
  readonly told: readonly string[];
  readonly now: readonly string[];
  readonly there: readonly string[];
}

/** "2 photos" added, removed, left out. */
function listed(part: ContentPart, thing: string, { told, now, there }: Lists): Difference[] {
  const gone = told.filter((id) => !now.includes(id));
  const groups = [
    ['added', now.filter((id) => !told.includes(id))],
    ['removed', gone.filter((id) => !there.includes(id))],
    ['left out', gone.filter((id) => there.includes(id))],
  ] as const;
  return groups
    .filter(([, keys]) => keys.length > 0)
    .map(([how, keys]) => ({
      part,
      how,
      what: keys.length === 1 ? `1 ${thing}` : `${keys.length} ${thing}s`,
      before: null,
      after: null,
      keys,
    }));
}

function answers(told: ReportContent, { content, whole }: Now): Difference[] {
  const words = (answer: ReportContent['answers'][number]['answer']) =>
    answerInWords({ kind: answer === null ? 'text' : kindOfAnswer(answer), answer }, []);
  // An item that nobody has answered tells nothing, whether it is on the list or not.
  const given = (list: ReportContent['answers']) => list.filter(({ answer }) => answer !== null);
  return compared('checklist', 'checklist answer', {
    told: given(told.answers).map(({ item, answer }) => [item, words(answer)]),
    now: given(content.answers).map(({ item, answer }) => [item, words(answer)]),
    there: given(whole.answers).map(({ item }) => item),
  });
}

function parts(told: ReportContent, { content, whole }: Now): Difference[] {
  const total = (list: ReportContent['parts']) => {
    const sums = new Map<string, number>();
    for (const { name, quantity } of list) sums.set(name, (sums.get(name) ?? 0) + quantity);
    return [...sums].map(([name, quantity]) => [name, `× ${quantity}`] as const);
  };
  return compared('parts', 'part', {
    told: total(told.parts),
    now: total(content.parts),
    there: whole.parts.map(({ name }) => name),
  });
}

interface Named {
  readonly told: readonly (readonly [string, string])[];
  readonly now: readonly (readonly [string, string])[];
  readonly there: readonly string[];
}

/** What has a name and a value. What was left out is counted and not named: whoever left it out had a reason. */
function compared(part: ContentPart, thing: string, { told, now, there }: Named): Difference[] {
  const [then, current] = [new Map(told), new Map(now)];
  const leftOut = [...then.keys()].filter((name) => !current.has(name) && there.includes(name));
  const named = [...new Set([...then.keys(), ...current.keys()])]
    .filter((name) => then.get(name) !== current.get(name) && !leftOut.includes(name))
    .map((name): Difference => {
      const [before, after] = [then.get(name) ?? null, current.get(name) ?? null];
      const how = before === null ? 'added' : after === null ? 'removed' : 'changed';
      return { part, how, what: name, before, after, keys: [name] };
    });
  return [...named, ...listed(part, thing, { told: leftOut, now: [], there })];
}

/** What was signed knows nothing of its own signature. */
function signature(told: ReportContent, { signature: now = null }: ReportContent): Difference[] {
  if (told.signature === undefined || told.signature === now) return [];
  const how = told.signature === null ? 'added' : now === null ? 'removed' : 'changed';
  return [{ part: 'signature', how, what: 'Signature', before: null, after: null, keys: [] }];
}
