import type { Skill } from '@muster/domain/skills/schema';
import { dispatchers, owners } from '../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { countKnown, listSkills } from './store.ts';

export const skills: TrackedTable<Skill> = {
  name: 'skills',
  columns: ['name', 'needs_ticket', 'archived_at'],
  readers: dispatchers,
  writers: owners,
  label: ({ name }) => name,
  refusals: { skills_account_id_lower_idx: 'There is a skill of that name already.' },
};

export async function addSkill(
  write: Writer,
  { name, needs_ticket = false }: { name: string; needs_ticket?: boolean },
): Promise<Skill> {
  const [skill] = await write.insert(skills, [{ name: name.trim(), needs_ticket }]);
  return skill!;
}

export async function editSkill(
  write: Writer,
  id: string,
  { version, ...fields }: { version: number; name?: string; needs_ticket?: boolean },
): Promise<Skill> {
  return write.update(skills, id, fields, version);
}

/** It stays on whoever has it, and is offered no more. */
export async function setSkillArchived(write: Writer, id: string, isArchived: boolean): Promise<Skill> {
  return write.update(skills, id, { archived_at: isArchived ? write.at.toISOString() : null });
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

/** Refuses skills that the account does not have: another account's are as unknown as any. */
export async function checkSkills(db: Tx, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length > 0 && (await countKnown(db, wanted)) < wanted.length)
    throw new Failure('unprocessable', 'One of these skills does not exist any more. Choose them again.');
}
