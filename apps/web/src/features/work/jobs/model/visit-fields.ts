import { type CheckItem, guessType, itemOfVisit, readItem } from '@muster/domain/work/job-types/rules';
import type { NewVisit, Visit } from '@muster/domain/work/visits/schema';
import { filledItems } from '../../../../lib/kit/form/check-lines.ts';

/** The fields of a form over a visit. What is decided together is one field. */
export interface VisitFields {
  id: string;
  version: number;
  duration: number;
  on_date: string | null;
  /** The promised arrival. */
  window: { from: string; to: string } | null;
  not_before: string | null;
  due_by: string | null;
  crew: { size: number; skills: string[][] };
  /** What everybody on it has to hold. */
  skills: string[];
  check_list: CheckItem[];
  note: string;
}

type Given = Omit<Visit, 'job_id' | 'number' | 'created_at'>;

export function fieldsOfVisit(visit: Given): VisitFields {
  const { id, version, duration, on_date, window_from, window_to, not_before, due_by } = visit;
  const { crew_size, crew_skills, skills, check_list, note } = visit;
  return {
    id,
    version,
    duration,
    on_date,
    window: window_from === null || window_to === null ? null : { from: window_from, to: window_to },
    not_before,
    due_by,
    crew: { size: crew_size, skills: crew_skills },
    skills,
    check_list: check_list.map(readItem),
    note,
  };
}

const usualMinutes = 60;

export const newVisitFields: VisitFields = {
  id: 'new',
  version: 0,
  duration: usualMinutes,
  on_date: null,
  window: null,
  not_before: null,
  due_by: null,
  crew: { size: 1, skills: [] },
  skills: [],
  check_list: [],
  note: '',
};

/** What a type of job says of its visits. */
export interface Usual {
  readonly duration: number;
  readonly skills: readonly string[];
  readonly crew_size: number;
  readonly check_list: readonly Parameters<typeof readItem>[0][];
}

type UsualFields = Pick<VisitFields, 'duration' | 'skills' | 'crew' | 'check_list'>;

/** What a type usually takes; whatever is changed afterwards counts. */
export function usualOf({ duration, skills, crew_size, check_list }: Usual): UsualFields {
  return {
    duration,
    skills: [...skills],
    crew: { size: crew_size, skills: [] },
    check_list: check_list.map(readItem),
  };
}

export interface TypeChoice {
  job_type_id: string | null;
  /** Who said so: a guess from the description gives way to another, and a person to nothing, cleared or not. */
  type_by: 'guess' | 'person' | null;
}

/** What follows from a description: the type that it sounds like, and what that usually takes, where nobody has said otherwise. */
export function guessedFields(
  values: UsualFields & TypeChoice,
  description: string,
  types: readonly (Usual & { readonly id: string; readonly name: string })[],
): Partial<UsualFields & TypeChoice> {
  const meant = values.type_by === 'person' ? undefined : guessType(description, types);
  if (meant === undefined || meant.id === values.job_type_id) return {};
  const last = types.find(({ id }) => id === values.job_type_id);
  const before = [newVisitFields, ...(last ? [usualOf(last)] : [])];
  const untouched = Object.entries(usualOf(meant)).filter(([name]) =>
    before.some((start) => isSame(Reflect.get(start, name), Reflect.get(values, name))),
  );
  return { ...Object.fromEntries(untouched), job_type_id: meant.id, type_by: 'guess' };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What of a form is sent. What was ticked off stays so. */
export function visitBody(changed: Partial<VisitFields>, before: Visit['check_list']): NewVisit {
  const { window, crew, check_list, duration, on_date, not_before, due_by, skills, note } = changed;
  const plain = { duration, on_date, not_before, due_by, skills, note };
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    ...(window !== undefined && { window_from: window?.from ?? null, window_to: window?.to ?? null }),
    ...(crew && { crew_size: crew.size, crew_skills: trimmed(crew) }),
    ...(check_list !== undefined && { check_list: listOf(check_list, before) }),
  };
}

/** Another visit of the same kind. What was agreed for this one was not agreed for that. */
export function anotherLike(visit: Given): NewVisit {
  const { duration, crew, skills, check_list, note } = fieldsOfVisit(visit);
  return visitBody({ duration, crew, skills, check_list, note }, []);
}

/** Nobody has skills of their own whom the crew has no place for; whoever needs none is not named at the end. */
function trimmed({ size, skills }: VisitFields['crew']): string[][] {
  const kept = skills.slice(0, size).map((list) => list ?? []);
  while (kept.at(-1)?.length === 0) kept.pop();
  return kept;
}

function listOf(items: readonly CheckItem[], before: Visit['check_list']): Visit['check_list'] {
  return filledItems(items).map((item) =>
    Object.assign(itemOfVisit(item), { done: before.some((one) => one.done && one.text === item.text) }),
  );
}
