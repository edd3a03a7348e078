import { skillFields } from '@muster/domain/work/skills/fields';
import { Skill } from '@muster/domain/work/skills/schema';
import { owners, readersOfWork } from '../../../platform/changes/from-request.ts';
import { columnsIn, filled, tidy } from '../../../platform/changes/record.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { countKnown, listSkills } from './store.ts';

export const skills: TrackedTable<Skill> = {
  name: 'skills',
  columns: columnsIn('skills', Skill),
  readers: readersOfWork,
  writers: owners,
  label: ({ name }) => name,
  refusals: { skills_account_id_lower_idx: 'You already have a skill with that name. Choose another name.' },
};

export async function addSkill(
  write: Writer,
  given: { name: string; needs_ticket?: boolean },
): Promise<Skill> {
  const [skill] = await write.insert(skills, [filled(skillFields, given)]);
  return skill!;
}

export async function editSkill(
  write: Writer,
  id: string,
  { version, ...fields }: { version: number; name?: string; needs_ticket?: boolean },
): Promise<Skill> {
  return write.update(skills, id, tidy(skillFields, fields), version);
}

/** The skills that are offered, by their names in small letters. */
export async function offeredSkills(db: Tx): Promise<Map<string, string>> {
  const offered = (await listSkills(db, skills)).filter(({ archived_at }) => archived_at === null);
  return new Map(offered.map(({ id, name }) => [name.toLowerCase(), id]));
}

/** What the skills of the account are called, the archived too. */
export async function skillNames(db: Tx): Promise<Map<string, string>> {
  return new Map((await listSkills(db, skills)).map(({ id, name }) => [id, name]));
}

/** Refuses skills that the account does not have: another account's are answered like those that don’t exist. */
export async function checkSkills(db: Tx, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length > 0 && (await countKnown(db, wanted)) < wanted.length)
    throw new Failure('unprocessable', 'One of these skills no longer exists. Choose again.');
}
