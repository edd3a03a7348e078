import { useQuery } from '@tanstack/react-query';
import { type Skill, skillsQuery } from '../../choices/skills.ts';

interface Skills {
  /** All of them, the archived too. */
  all: readonly Skill[];
  nameOf: (id: string) => string;
  /** Those that are offered, and those that somebody has though they are offered no more. */
  choicesFor: (held: readonly string[]) => { value: string; label: string }[];
}

export function useSkills(): Skills {
  const all = useQuery(skillsQuery).data ?? [];
  return {
    all,
    nameOf: (id) => all.find((skill) => skill.id === id)?.name ?? 'A skill',
    choicesFor: (held) =>
      all
        .filter(({ id, archived_at }) => archived_at === null || held.includes(id))
        .map(({ id, name }) => ({ value: id, label: name })),
  };
}
