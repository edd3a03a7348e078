import { answer, api } from './api.ts';

/** A locality, as in Ryde NSW 2112. */
export interface Suburb {
  id: number;
  name: string;
  region: string;
  postcode: string;
  latitude: number;
  longitude: number;
  zone: string;
}

/** The description of the API does not have this call yet, so its types are written by hand. */
type FindSuburbs = (
  path: string,
  init: { params: { query: { search: string } } },
) => Promise<{ data?: { code: number; message: string; data: { rows: Suburb[] } }; response: Response }>;

const find = api.GET as unknown as FindSuburbs;

export function suburbsQuery(search: string) {
  return {
    queryKey: ['suburbs', search],
    queryFn: async () =>
      (await answer(find('/services/scheduling/api/v1/suburbs', { params: { query: { search } } }))).rows,
    enabled: search.length > 1,
  };
}

export function suburbWords({ name, region, postcode }: Suburb): string {
  return `${name} ${region} ${postcode}`;
}
