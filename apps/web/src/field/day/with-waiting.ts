import { furthest } from '@muster/domain/assignments/rules';
import { answersOf, isGiven } from '@muster/domain/field-records/rules';
import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { isOver } from '@muster/domain/visits/states';
import type { Entry } from '../outbox/entry.ts';

/** A visit as the technician left it, whether the server has heard of it or not. */
export interface ShownVisit extends OwnVisit {
  /** The ids of deeds at it that have not arrived; of a record or a file, its own id. */
  waiting: ReadonlySet<string>;
  /** Those that the server has refused. */
  refused: readonly Entry[];
}

const columns = { 'en route': 'en_route_at', 'on site': 'on_site_at', done: 'done_at' } as const;

/** The visits as they were read, with the deeds on top that they do not tell of yet. */
export function withWaiting(visits: readonly OwnVisit[], entries: readonly Entry[]): ShownVisit[] {
  const byVisit = Map.groupBy(entries, ({ visit }) => visit);
  return visits.map((visit) => {
    const own = byVisit.get(visit.id) ?? [];
    const standing = own.filter(({ state }) => state !== 'refused');
    const waiting = standing.filter(({ state }) => state === 'waiting').map(idOf);
    const refused = own.filter(({ state }) => state === 'refused');
    return { ...withAnswers(standing.reduce(done, visit)), waiting: new Set(waiting), refused };
  });
}

/** The check list shows what was answered last, also where the server has not heard it. */
function withAnswers(visit: OwnVisit): OwnVisit {
  const answers = answersOf(visit.records);
  return {
    ...visit,
    check_list: visit.check_list.map((item) =>
      answers.has(item.text) ? { ...item, done: isGiven(answers.get(item.text)) } : item,
    ),
  };
}

function idOf({ id, deed }: Entry): string {
  return deed.kind === 'file' ? deed.file : id;
}

/** What the server will make of a deed. A deed that it has taken already is told once. */
function done(visit: OwnVisit, { id, user, deed, made_at }: Entry): OwnVisit {
  switch (deed.kind) {
    case 'record': {
      if (visit.records.some((record) => record.id === id)) return visit;
      const { kind, content, noted_at = made_at } = deed.record;
      const record = { kind, content: { ...content }, noted_at, created_by: user, created_at: made_at };
      const noted = { ...visit, records: [...visit.records, { ...record, id, retracted_at: null }] };
      if (kind !== 'time') return noted;
      return { ...noted, on_site_at: content.on_site_at, done_at: content.done_at };
    }
    case 'retract':
      return {
        ...visit,
        records: visit.records.map((record) =>
          record.id === deed.record ? { ...record, retracted_at: made_at } : record,
        ),
      };
    case 'progress':
      return {
        ...visit,
        progress: furthest(visit.progress, deed.progress),
        state: stateAfter(visit, deed.progress),
        [columns[deed.progress]]: deed.at,
      };
    case 'outcome':
      return {
        ...visit,
        outcome: deed.outcome,
        outcome_reason: deed.reason,
        progress: 'done',
        done_at: visit.done_at ?? deed.at,
        state: deed.outcome,
      };
    case 'file':
      if (visit.files.some(({ id }) => id === deed.file)) return visit;
      return {
        ...visit,
        files: [
          ...visit.files,
          {
            id: deed.file,
            kind: deed.as,
            name: deed.name,
            type: deed.content.type,
            state: 'waiting',
            created_by: user,
            created_at: made_at,
          },
        ],
      };
  }
}

function stateAfter(
  { state, outcome }: OwnVisit,
  progress: 'en route' | 'on site' | 'done',
): OwnVisit['state'] {
  if (isOver(state)) return state;
  if (progress === 'done') return outcome ?? 'completed';
  return progress === 'en route' && state === 'on site' ? state : progress;
}
