import type { Skill } from './schema.ts';

/** What a skill is called: one that is offered no more may have the name of one that is. */
export function skillTitle({ name, archived_at }: Pick<Skill, 'name' | 'archived_at'>): string {
  return archived_at === null ? name : `${name} (archived)`;
}
