import { answer, api } from '../api/api.ts';

/** A locality, as in Ryde NSW 2112. */
export type Suburb = Awaited<ReturnType<typeof find>>[number];

const shortest = 2;

export function suburbsQuery(search: string) {
  return { queryKey: ['suburbs', search], queryFn: () => find(search), enabled: search.length >= shortest };
}

async function find(search: string) {
  return (await answer(api.GET('/services/scheduling/api/v1/suburbs', { params: { query: { search } } })))
    .rows;
}

export function suburbWords({
  name,
  region,
  postcode,
}: {
  readonly name: string;
  readonly region: string;
  readonly postcode: string;
}): string {
  return `${name} ${region} ${postcode}`;
}
