import { answer, api } from './api.ts';

/** A locality, as in Ryde NSW 2112. */
export type Suburb = Awaited<ReturnType<typeof find>>[number];
export type Zone = Suburb['zone'];

const shortest = 2;

export function suburbsQuery(search: string) {
  return { queryKey: ['suburbs', search], queryFn: () => find(search), enabled: search.length >= shortest };
}

async function find(search: string) {
  return (await answer(api.GET('/services/scheduling/api/v1/suburbs', { params: { query: { search } } })))
    .rows;
}

export function suburbWords({ name, region, postcode }: Suburb): string {
  return `${name} ${region} ${postcode}`;
}
