import type { BoardTables } from '@muster/domain/board/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CrewColour } from '../../../../lib/kit/crew-colour.tsx';
import { jobTypesQuery } from '../../api.ts';

/** What kind of job a visit is of. */
export interface JobKind {
  readonly name: string;
  readonly colour: CrewColour;
}

/** By visit. */
export function useKinds({ visits, jobs }: BoardTables): ReadonlyMap<string, JobKind> {
  const { data: types } = useQuery(jobTypesQuery);
  return useMemo(() => {
    const typeOf = new Map(types?.map((type) => [type.id, type]));
    const kindOf = new Map(jobs.map(({ id, job_type_id }) => [id, typeOf.get(job_type_id ?? '')]));
    return new Map(
      visits.flatMap(({ id, job_id }) => {
        const kind = kindOf.get(job_id);
        return kind ? [[id, kind] as const] : [];
      }),
    );
  }, [types, jobs, visits]);
}
