import { useQuery } from '@tanstack/react-query';
import { type CrewMember, crewQuery } from '../../choices/crew.ts';

interface Crew {
  crew: readonly CrewMember[];
  nameOf: (id: string) => string;
}

export function useCrew(): Crew {
  const crew = useQuery(crewQuery).data ?? [];
  return { crew, nameOf: (id) => crew.find((one) => one.id === id)?.name ?? 'A former technician' };
}
