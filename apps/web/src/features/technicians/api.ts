import type { Absence, Technician, Ticket } from '@muster/domain/technicians/schema';
import { answer, api } from '../../lib/api.ts';
import type { RecordsQuery } from '../../lib/kit/list/use-records.ts';
import { newer } from '../../lib/newer.ts';
import type { TechnicianSearch } from './model/technician-search.ts';

export type TechnicianRow = Awaited<ReturnType<typeof loadPage>>['rows'][number];
export type TechnicianRecord = Awaited<ReturnType<typeof loadOne>>;

const base = '/services/scheduling/api/v1';
/** As many rows as fill a screen five times. */
const pageRows = 100;

export function techniciansQuery(search: TechnicianSearch): RecordsQuery<TechnicianRow> {
  return {
    queryKey: ['technicians', 'list', search],
    load: (cursor) => loadPage(search, cursor),
    tables: ['technicians', 'tickets', 'absences'],
  };
}

export function technicianQuery(id: string) {
  return {
    queryKey: ['technicians', 'one', id],
    queryFn: () => loadOne(id),
    meta: { tables: ['technicians', 'tickets', 'absences'] },
    structuralSharing: (known: unknown, read: unknown) =>
      newer(known as TechnicianRecord | undefined, read as TechnicianRecord),
  };
}

function loadPage(search: TechnicianSearch, cursor: string | undefined) {
  const query = { ...search, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) };
  return answer(api.GET(`${base}/technicians`, { params: { query } }));
}

async function loadOne(id: string) {
  return (await answer(api.GET(`${base}/technicians/{id}`, { params: { path: { id } } }))).row;
}

type Fields<T> = Partial<Omit<T, 'id' | 'version'>>;
type TechnicianFields = Fields<Omit<Technician, 'user_id' | 'is_sample' | 'created_at' | 'archived_at'>>;

const keyed = (key: string) => ({ header: { 'idempotency-key': key } });
const at = (id: string, key: string) => ({ path: { id }, ...keyed(key) });

export function addTechnician(body: TechnicianFields & { name: string }, key: string) {
  return answer(api.POST(`${base}/technicians`, { params: keyed(key), body }));
}

export function editTechnician(id: string, body: TechnicianFields & { version: number }, key: string) {
  return answer(api.PATCH(`${base}/technicians/{id}`, { params: at(id, key), body }));
}

export function archiveTechnician(id: string, key: string) {
  return answer(api.POST(`${base}/technicians/{id}/archive`, { params: at(id, key) }));
}

export function restoreTechnician(id: string, key: string) {
  return answer(api.POST(`${base}/technicians/{id}/restore`, { params: at(id, key) }));
}

export function addTicket(
  technician: string,
  body: Fields<Omit<Ticket, 'technician_id'>> & Pick<Ticket, 'skill_id' | 'kind'>,
  key: string,
) {
  return answer(api.POST(`${base}/technicians/{id}/tickets`, { params: at(technician, key), body }));
}

export function editTicket(
  id: string,
  body: Fields<Omit<Ticket, 'technician_id'>> & { version: number },
  key: string,
) {
  return answer(api.PATCH(`${base}/tickets/{id}`, { params: at(id, key), body }));
}

export function removeTicket(id: string, key: string) {
  return answer(api.DELETE(`${base}/tickets/{id}`, { params: at(id, key) }));
}

export function addAbsence(
  technician: string,
  body: Omit<Absence, 'id' | 'version' | 'technician_id'>,
  key: string,
) {
  return answer(api.POST(`${base}/technicians/{id}/absences`, { params: at(technician, key), body }));
}

export function editAbsence(
  id: string,
  body: Fields<Omit<Absence, 'technician_id'>> & { version: number },
  key: string,
) {
  return answer(api.PATCH(`${base}/absences/{id}`, { params: at(id, key), body }));
}

export function removeAbsence(id: string, key: string) {
  return answer(api.DELETE(`${base}/absences/{id}`, { params: at(id, key) }));
}

export function addSkill(body: { name: string; needs_ticket: boolean }, key: string) {
  return answer(api.POST(`${base}/skills`, { params: keyed(key), body }));
}
