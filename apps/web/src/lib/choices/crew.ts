import { answer, api } from '../api/api.ts';

export type CrewMember = Awaited<ReturnType<typeof loadCrew>>[number];

const pageRows = 200;

/** Every technician that is not archived, by name: hundreds at most, and chosen from all over the application. */
export const crewQuery = {
  queryKey: ['technicians', 'crew'],
  queryFn: loadCrew,
  meta: { tables: ['technicians'] },
};

async function loadCrew() {
  const pages = [await loadPage(undefined)];
  for (let next = pages[0]!.next; next !== null; next = pages.at(-1)!.next) pages.push(await loadPage(next));
  return pages.flatMap(({ rows }) => rows);
}

function loadPage(cursor: string | undefined) {
  const query = { limit: pageRows, ...(cursor === undefined ? {} : { cursor }) };
  return answer(api.GET('/services/scheduling/api/v1/technicians', { params: { query } }));
}
