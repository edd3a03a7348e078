import { useQuery } from '@tanstack/react-query';
import type { Words } from '../../lib/change-words/field-words.ts';
import { useCrew } from '../../lib/kit/use-crew.ts';
import { skillsQuery } from '../../lib/skills.ts';
import { useBusiness } from './use-business.ts';

/** The names that a history needs for what a change refers to. */
export function useWords(): Words {
  const { zone } = useBusiness();
  const skills = useQuery(skillsQuery).data ?? [];
  const { crew } = useCrew();
  return { zone, nameOf: (id) => [...skills, ...crew].find((one) => one.id === id)?.name };
}
