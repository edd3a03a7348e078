import { answer, api } from '../../../lib/api/api.ts';

export type Licences = Awaited<ReturnType<typeof loadLicences>>;

const base = '/services/scheduling/api/v1';

export const licencesQuery = {
  queryKey: ['licences'],
  queryFn: loadLicences,
  meta: { tables: ['subscriptions', 'technicians'] },
};

async function loadLicences() {
  return (await answer(api.GET(`${base}/licences`))).row;
}

/** Read now and then: what is counted in tens of thousands does not change from one minute to the next. */
const QUOTA_MS = 300_000;

export const quotasQuery = {
  queryKey: ['quotas'],
  queryFn: async () => (await answer(api.GET(`${base}/quotas`))).rows,
  staleTime: QUOTA_MS,
};

const keyed = (key: string) => ({ header: { 'idempotency-key': key } });

export function choosePlan(plan: string, key: string) {
  return answer(api.PUT(`${base}/plan`, { params: keyed(key), body: { plan } }));
}

/** The technician keeps everything but the licence. */
export async function deactivate(id: string, key: string) {
  const { row } = await answer(api.GET(`${base}/technicians/{id}`, { params: { path: { id } } }));
  const body = { version: row.version, is_active: false };
  return answer(
    api.PATCH(`${base}/technicians/{id}`, {
      params: { path: { id }, header: { 'idempotency-key': key } },
      body,
    }),
  );
}

/** How much room the files of the business take. */
export const filesQuery = {
  queryKey: ['file-usage'],
  queryFn: () => answer(api.GET('/services/filesystem/api/v1/usage')),
  meta: { tables: ['files'] },
};
