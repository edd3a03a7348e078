import type { Change } from '@muster/domain/basics/changes/schema';
import type { App } from '../../src/platform/deps.ts';
import type { TestDatabase } from '../database.ts';
import { signInAs } from '../sign-in.ts';

export const STORE = '/services/subscription/api/v1/enquiries/store';
export const OFFICE = '/services/office/api/v1';
export const CHANGES = '/services/scheduling/api/v1/changes';

export const enquiry = {
  name: 'Blue Gum Electrical',
  email: 'office@bluegum.com',
  phone: '0412 345 678',
  employees_no: '10-25',
  technicians_no: '8',
  licenses_required: '8',
  notes: 'We start in the new year.',
  industry_id: '6',
};

/** Limits count per network, and each call of a test comes from one of its own. */
let networks = 0;
const ownNetwork = () => `10.${(networks += 1) >> 8}.${networks & 255}.1`;

/** Sends an enquiry; `headers` and `from` can set its key, its network and the sign of the hidden field. */
export async function ask(
  app: App,
  form: object = enquiry,
  { headers = {}, from = ownNetwork() }: { headers?: Record<string, string>; from?: string } = {},
) {
  return app.inject({ method: 'POST', url: STORE, payload: form, headers, remoteAddress: from });
}

/** One of Muster's own people at work. */
export async function officeOf(app: App, email = 'staff@example.com') {
  const { headers } = await signInAs(app, email);
  return {
    headers,
    get: (path: string) => app.inject({ url: `${OFFICE}/${path}`, headers }),
    post: (path: string, payload: object) =>
      app.inject({ method: 'POST', url: `${OFFICE}/${path}`, payload, headers }),
    /** The enquiry as its page shows it. */
    see: async (id: string) => (await app.inject({ url: `${OFFICE}/enquiries/${id}`, headers })).json().data,
    /** What was done about it, the latest first. */
    history: async (id: string): Promise<Change[]> =>
      (await app.inject({ url: `${CHANGES}?subject=${id}`, headers })).json().data.rows,
    undo: (change: number) => app.inject({ method: 'POST', url: `${CHANGES}/${change}/undo`, headers }),
  };
}

export type Office = Awaited<ReturnType<typeof officeOf>>;

/** Stores one and reads it as the office sees it. */
export async function newEnquiry(app: App, office: Office, form: Partial<typeof enquiry> = {}) {
  const answer = await ask(app, { ...enquiry, ...form });
  const { reference } = answer.json().data;
  const { rows } = (await office.get(`enquiries?search=${reference}`)).json().data;
  return (await office.get(`enquiries/${rows[0].id}`)).json().data;
}

/** Through these states, one after the other. */
export async function move(
  office: Office,
  { id, version }: { id: string; version: number },
  ...states: string[]
) {
  let at = version;
  for (const state of states) {
    const answer = await office.post(`enquiries/${id}/state`, { version: at, state, reason: 'too dear' });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    at = answer.json().data.row.version;
  }
  return office.see(id);
}

export async function rowsOf({ asOwner }: TestDatabase, email: string) {
  const { rows } = await asOwner('select * from enquiries where email = $1 order by number', [email]);
  return rows;
}
