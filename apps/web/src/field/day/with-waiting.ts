import { furthest } from '@muster/domain/work/assignments/rules';
import { answersOf, isAnswer } from '@muster/domain/field/field-records/rules';
import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { byServerClock, stepColumns } from '@muster/domain/field/progress/rules';
import { isOver } from '@muster/domain/work/visits/states';
import type { Deed, Entry } from '../outbox/store.ts';

/** A visit as the technician left it, whether the server has heard of it or not. */
export interface ShownVisit extends OwnVisit {
  /** The ids of deeds at it that have not arrived; of a record or a file, its own id. */
  waiting: ReadonlySet<string>;
  /** Those that the server has refused. */
  refused: readonly Entry[];
}

/** The visits as they were read, with the deeds on top that they do not tell of yet. */
export function withWaiting(visits: readonly OwnVisit[], entries: readonly Entry[]): ShownVisit[] {
  const byVisit = Map.groupBy(entries, ({ visit }) => visit);
  return visits.map((visit) => {
    const own = byVisit.get(visit.id) ?? [];
    const standing = own.filter(({ state }) => state !== 'refused');
    const waiting = standing.filter(({ state }) => state === 'waiting').map(idOf);
    const refused = own.filter(({ state }) => state === 'refused');
    const shown = withAnswers(standing.reduce(done, visit));
    // Whoever has set out goes, whether it was sent to them or not.
    const is_tentative = visit.is_tentative && shown.state === 'planned';
    return { ...shown, is_tentative, waiting: new Set(waiting), refused };
  });
}

/** The check list shows what was answered last, also where the server has not heard it. */
function withAnswers(visit: OwnVisit): OwnVisit {
  const answers = answersOf(visit.records);
  return {
    ...visit,
    check_list: visit.check_list.map((item) =>
      answers.has(item.text) ? { ...item, done: isAnswer(item, answers.get(item.text), visit.files) } : item,
    ),
  };
}

function idOf({ id, deed }: Entry): string {
  return deed.kind === 'file' ? deed.file : id;
}

/** What the server will make of a deed. A deed that it has taken already is told once. */
function done(visit: OwnVisit, { id, user, deed, made_at, clock_off = null }: Entry): OwnVisit {
  const made = { created_by: user, created_at: made_at };
  if (deed.kind === 'record') return noted(visit, deed.record, { id, ...made });
  if (deed.kind === 'file') return filed(visit, deed, made);
  if (deed.kind === 'progress') {
    const told = { ...visit, [stepColumns[deed.progress]]: byServerClock(deed.at, clock_off) };
    // Who does not lead may leave: the visit goes on.
    if (deed.progress === 'done' && !visit.is_lead) return told;
    return {
      ...told,
      progress: furthest(visit.progress, deed.progress),
      state: stateAfter(visit, deed.progress),
    };
  }
  if (deed.kind === 'pin') {
    const { latitude, longitude } = deed;
    const pin = { latitude, longitude, position_is_exact: true, position_is_found: false };
    return { ...visit, site: { ...visit.site, ...pin } };
  }
  if (deed.kind === 'untap') return withoutStep(visit, deed.step);
  if (deed.kind === 'outcome')
    return {
      ...visit,
      outcome: deed.outcome,
      outcome_reason: deed.reason,
      progress: 'done',
      done_at: visit.done_at ?? byServerClock(deed.at, clock_off),
      state: deed.outcome,
    };
  return {
    ...visit,
    records: visit.records.map((record) =>
      record.id === deed.record ? Object.assign({}, record, { retracted_at: made_at }) : record,
    ),
  };
}

/** As before the step, by the times that are left. What the server will say may be more, where somebody else of the crew has told it too. */
function withoutStep(visit: OwnVisit, step: 'en route' | 'on site' | 'done'): OwnVisit {
  const back = { ...visit, [stepColumns[step]]: null };
  if (step === 'done' && !visit.is_lead) return back;
  const { on_site_at, en_route_at, is_tentative } = back;
  const outcome = step === 'done' ? null : visit.outcome;
  const progress = on_site_at !== null ? 'on site' : en_route_at !== null ? 'en route' : 'none';
  if (progress !== 'none') return { ...back, progress, state: progress, outcome };
  return { ...back, progress, state: is_tentative ? 'planned' : 'dispatched', outcome };
}

interface Made {
  created_by: string;
  created_at: string;
}

function noted(
  visit: OwnVisit,
  { kind, content, noted_at }: Extract<Deed, { kind: 'record' }>['record'],
  made: Made & { id: string },
): OwnVisit {
  if (visit.records.some(({ id }) => id === made.id)) return visit;
  const record = {
    ...made,
    author: '',
    kind,
    content: { ...content },
    noted_at: noted_at ?? made.created_at,
  };
  const records = [...visit.records, { ...record, retracted_at: null }];
  if (kind !== 'time') return { ...visit, records };
  return { ...visit, records, on_site_at: content.on_site_at, done_at: content.done_at ?? visit.done_at };
}

function filed(visit: OwnVisit, deed: Extract<Deed, { kind: 'file' }>, made: Made): OwnVisit {
  if (visit.files.some(({ id }) => id === deed.file)) return visit;
  const { file: id, as: kind, name, content } = deed;
  return {
    ...visit,
    files: [
      ...visit.files,
      { id, kind, name, type: content.type, state: 'waiting', author: '', film: null, ...made },
    ],
  };
}

function stateAfter(
  { state, outcome }: OwnVisit,
  progress: 'en route' | 'on site' | 'done',
): OwnVisit['state'] {
  if (isOver(state)) return state;
  if (progress === 'done') return outcome ?? 'completed';
  return progress === 'en route' && state === 'on site' ? state : progress;
}
