import { answer, api } from '../../../lib/api/api.ts';

export type FeedRow = Awaited<ReturnType<typeof loadFeeds>>[number];

const base = '/services/scheduling/api/v1';

/** The feeds of a technician; without one, of the whole business. When one was read is told by nobody: it is asked anew each time. */
export function feedsQuery(technician: string | null) {
  return {
    queryKey: ['calendar-feeds', technician ?? 'business'],
    queryFn: () => loadFeeds(technician),
    meta: { tables: ['calendar_feeds'] },
    staleTime: 0,
  };
}

export const ownFeedsQuery = {
  queryKey: ['change', 'calendar-feeds'],
  queryFn: loadOwnFeeds,
  staleTime: 0,
};

async function loadFeeds(technician: string | null) {
  const query = technician === null ? {} : { technician };
  return (await answer(api.GET(`${base}/calendar-feeds`, { params: { query } }))).rows;
}

async function loadOwnFeeds() {
  return (await answer(api.GET(`${base}/my/calendar-feeds`))).rows;
}

const keyed = (key: string) => ({ header: { 'idempotency-key': key } });
const at = (id: string, key: string) => ({ path: { id }, ...keyed(key) });

/** Where feeds of one calendar come from, and how they are made and ended. */
export interface FeedSource {
  queryKey: readonly string[];
  make: (key: string) => Promise<{ address: string | null }>;
  revoke: (id: string, key: string) => Promise<unknown>;
}

export function feedSource(technician: string | null): FeedSource {
  return {
    queryKey: feedsQuery(technician).queryKey,
    make: (key) =>
      answer(api.POST(`${base}/calendar-feeds`, { params: keyed(key), body: { technician_id: technician } })),
    revoke: (id, key) => answer(api.POST(`${base}/calendar-feeds/{id}/revoke`, { params: at(id, key) })),
  };
}

/** What technicians have of their own visits. */
export const ownSource: FeedSource = {
  queryKey: ownFeedsQuery.queryKey,
  make: (key) => answer(api.POST(`${base}/my/calendar-feeds`, { params: keyed(key) })),
  revoke: (id, key) => answer(api.POST(`${base}/my/calendar-feeds/{id}/revoke`, { params: at(id, key) })),
};
