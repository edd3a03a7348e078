import { tellingWord } from '@muster/domain/work/sites/streets';
import { answer, api } from '../api/api.ts';

/** A street that the business has sites in. */
export type Street = Awaited<ReturnType<typeof find>>[number];

export function streetsQuery(typed: string) {
  return {
    queryKey: ['streets', typed],
    queryFn: () => find(typed),
    enabled: tellingWord(typed) !== undefined,
  };
}

async function find(search: string) {
  return (await answer(api.GET('/services/scheduling/api/v1/streets', { params: { query: { search } } })))
    .rows;
}
