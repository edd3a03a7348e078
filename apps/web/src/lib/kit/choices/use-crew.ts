import { useQuery } from '@tanstack/react-query';
import { type CrewMember, crewQuery } from '../../choices/crew.ts';

interface Crew {
  crew: readonly CrewMember[];
  nameOf: (id: string) => string;
}

/** `isRead` is false for whoever has no technicians to choose from. */
export function useCrew(isRead = true): Crew {
  const crew = useQuery({ ...crewQuery, enabled: isRead }).data ?? [];
  return { crew, nameOf: (id) => crew.find((one) => one.id === id)?.name ?? 'A former technician' };
}
