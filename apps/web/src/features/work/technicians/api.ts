import type { NewSkill } from '@muster/domain/work/skills/schema';
import type {
  AbsenceEdit,
  NewAbsence,
  NewTechnician,
  NewTicket,
  TechnicianEdit,
  TicketEdit,
} from '@muster/domain/work/technicians/schema';
import { answer, api } from '../../../lib/api/api.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';
import { newer } from '../../../lib/api/queries.ts';
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

const keyed = (key: string) => ({ header: { 'idempotency-key': key } });
const at = (id: string, key: string) => ({ path: { id }, ...keyed(key) });

export function addTechnician(body: NewTechnician, key: string) {
  return answer(api.POST(`${base}/technicians`, { params: keyed(key), body }));
}

export function editTechnician(id: string, body: TechnicianEdit, key: string) {
  return answer(api.PATCH(`${base}/technicians/{id}`, { params: at(id, key), body }));
}

export function archiveTechnician(id: string, key: string) {
  return answer(api.POST(`${base}/technicians/{id}/archive`, { params: at(id, key) }));
}

export function restoreTechnician(id: string, key: string) {
  return answer(api.POST(`${base}/technicians/{id}/restore`, { params: at(id, key) }));
}

/** Links a user, who signs in, with a technician, who is scheduled. */
export function becomeTechnician(user: string, technician_id: string, key: string) {
  const body = { technician_id };
  return answer(api.PUT(`${base}/team/{id}/technician`, { params: at(user, key), body }));
}

export function addTicket(technician: string, body: NewTicket, key: string) {
  return answer(api.POST(`${base}/technicians/{id}/tickets`, { params: at(technician, key), body }));
}

export function editTicket(id: string, body: TicketEdit, key: string) {
  return answer(api.PATCH(`${base}/tickets/{id}`, { params: at(id, key), body }));
}

export function removeTicket(id: string, key: string) {
  return answer(api.DELETE(`${base}/tickets/{id}`, { params: at(id, key) }));
}

export function addAbsence(technician: string, body: NewAbsence, key: string) {
  return answer(api.POST(`${base}/technicians/{id}/absences`, { params: at(technician, key), body }));
}

export function editAbsence(id: string, body: AbsenceEdit, key: string) {
  return answer(api.PATCH(`${base}/absences/{id}`, { params: at(id, key), body }));
}

export function removeAbsence(id: string, key: string) {
  return answer(api.DELETE(`${base}/absences/{id}`, { params: at(id, key) }));
}

export function addSkill(body: NewSkill, key: string) {
  return answer(api.POST(`${base}/skills`, { params: keyed(key), body }));
}
