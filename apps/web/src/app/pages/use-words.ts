import { useQuery } from '@tanstack/react-query';
import type { Words } from '../../features/changes/model/change-words.ts';
import { skillsQuery } from '../../features/technicians/api.ts';
import { useBusiness } from './use-business.ts';

/** The names that a history needs for what a change refers to. */
export function useWords(): Words {
  const { zone } = useBusiness();
  const skills = useQuery(skillsQuery).data ?? [];
  return { zone, nameOf: (id) => skills.find((skill) => skill.id === id)?.name };
}
