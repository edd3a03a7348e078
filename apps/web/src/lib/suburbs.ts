import { answer, api } from './api.ts';

/** A locality, as in Ryde NSW 2112. */
export type Suburb = Awaited<ReturnType<typeof load>>[number];
export type Zone = Suburb['zone'];

export function suburbsQuery(search: string) {
  return { queryKey: ['suburbs', search], queryFn: () => load(search), enabled: search.length > 1 };
}

async function load(search: string) {
  return (await answer(api.GET('/services/scheduling/api/v1/suburbs', { params: { query: { search } } })))
    .rows;
}

export function suburbWords({ name, region, postcode }: Suburb): string {
  return `${name} ${region} ${postcode}`;
}
