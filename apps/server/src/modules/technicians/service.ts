import type { Absence, Technician, TechnicianQuery, Ticket } from '@muster/domain/technicians/schema';
import { workingWeekProblem } from '@muster/domain/technicians/rules';
import { contactProblem, storedContact } from '@muster/domain/values/contact-data';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { lockTechnicians } from '../../platform/changes/command.ts';
import { dispatchers } from '../../platform/changes/from-request.ts';
import type { NewRow, TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import { readRows } from '../../platform/changes/rows.ts';
import { clearOwn } from '../../platform/changes/unlogged.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { checkSkills } from '../skills/service.ts';
import {
  findAhead,
  findByUser,
  findPosition,
  holdFreeLicences,
  listExtra,
  listTechnicians,
  readTechnician,
} from './store.ts';

export const technicians: TrackedTable<Technician> = {
  name: 'technicians',
  columns: [
    'name',
    'phone',
    'email',
    'colour',
    'skills',
    'base_suburb_id',
    'base_latitude',
    'base_longitude',
    'working_week',
    'user_id',
    'is_active',
    'note',
    'is_sample',
    'created_at',
    'archived_at',
  ],
  byScenario: 'some',
  readers: dispatchers,
  writers: dispatchers,
  label: ({ name }) => name,
  search: ({ name, phone, email }) => [name, phone, phone.replaceAll(/\D/g, ''), email],
  erased: () => ({
    name: 'Erased',
    phone: '',
    email: '',
    note: '',
    base_suburb_id: null,
    base_latitude: null,
    base_longitude: null,
  }),
  refusals: {
    MU001:
      'All licences are in use. Deactivate another technician, or let the owner take more licences under Licences.',
    technicians_check: 'They are archived. Bring them back first, and then activate them.',
    technicians_check1: 'A position needs both its latitude and its longitude.',
    technicians_account_id_user_id_key: 'Somebody else is already the technician of that sign-in.',
    technicians_account_id_user_id_fkey: 'There is no such sign-in.',
    technicians_base_suburb_id_fkey: 'There is no such suburb.',
  },
  technicians: async (_, rows) =>
    rows.filter((row) => 'is_active' in row || 'archived_at' in row).map(({ id }) => id!),
  async settle({ db, at }, touched) {
    const leaving = touched.filter(
      ({ before, after }) =>
        before !== null &&
        after !== null &&
        ((before.is_active && !after.is_active) ||
          (before.archived_at === null && after.archived_at !== null)),
    );
    for (const { before } of leaving) {
      const { count, first } = await findAhead(db, before!.id, at);
      if (first === null) continue;
      const visits = count === 1 ? 'a visit ahead, on' : `${count} visits ahead, the first on`;
      const them = count === 1 ? 'it' : 'them';
      throw new Failure(
        'conflict',
        `${before!.name} has ${visits} ${dateInWords(first as LocalDate)}. Move or unschedule ${them} first.`,
      );
    }
  },
};

export const tickets: TrackedTable<Ticket> = {
  name: 'tickets',
  columns: ['technician_id', 'skill_id', 'kind', 'issuer', 'number', 'expires_on'],
  byScenario: 'some',
  readers: dispatchers,
  writers: dispatchers,
  label: ({ kind, number }) => (number === '' ? kind : `${kind} ${number}`),
  subjects: ({ technician_id }) => [technician_id],
  erased: () => ({ issuer: '', number: '' }),
  refusals: {
    tickets_account_id_technician_id_fkey: 'There is no such technician.',
    tickets_account_id_skill_id_fkey: 'There is no such skill.',
  },
};

export const absences: TrackedTable<Absence> = {
  name: 'absences',
  columns: ['technician_id', 'kind', 'starts_at', 'ends_at', 'whole_days', 'reason'],
  byScenario: 'all',
  readers: dispatchers,
  writers: dispatchers,
  label: ({ kind }) => kind,
  subjects: ({ technician_id }) => [technician_id],
  erased: () => ({ reason: '' }),
  refusals: {
    absences_check: 'An absence has to end after it begins.',
    absences_account_id_technician_id_fkey: 'There is no such technician.',
  },
};

/** The technician whom a user is, if they are one. */
export async function technicianOf(db: Tx, user: string): Promise<string | undefined> {
  return findByUser(db, user);
}

/** A technician with everything that belongs to them. */
export async function describeTechnician(db: Tx, id: string, now: Date) {
  const found = await readTechnician(db, { technicians, tickets, absences }, id, now);
  if (!found) throw new Failure('notFound');
  return found;
}

/** A page of the list, for whoever wants all of it. */
export async function pageTechnicians(db: Tx, query: TechnicianQuery, now: Date) {
  return listTechnicians(db, technicians, query, now);
}

/** Everybody whom only the scenario has that is seen, with what proves their skills. */
export async function extraTechnicians(db: Tx): Promise<(Technician & { tickets: Ticket[] })[]> {
  return listExtra(db, { technicians, tickets });
}

/** Somebody whom a scenario tried becomes real, as somebody new: active, which takes a licence. */
export async function employ(
  write: Writer,
  id: string,
  { tickets: proofs, ...person }: Technician & { tickets: readonly Ticket[] },
): Promise<void> {
  const [known] = await readRows(write.db, technicians, [id]);
  if (known) return;
  await write.insert(technicians, [{ ...person, id, is_active: true }]);
  await write.insert(
    tickets,
    proofs.map(({ skill_id, kind, issuer, number, expires_on }) => ({
      technician_id: id,
      skill_id,
      kind,
      issuer,
      number,
      expires_on,
    })),
  );
}

/** Takes them away for good, with the scenario. */
export async function forgetExtraTechnicians(db: Tx): Promise<void> {
  await clearOwn(db, tickets);
  await clearOwn(db, technicians);
}

export async function freeLicences(db: Tx): Promise<number> {
  return holdFreeLicences(db);
}

type Fields = NewRow<Technician>;

export async function addTechnician(write: Writer, fields: Fields & { name: string }): Promise<Technician> {
  const [technician] = await write.insert(technicians, [await checked(write, fields)]);
  return technician!;
}

/** Many at once, all with the same fields, their positions among them. Those beyond the licences arrive inactive. */
export async function addTechnicians(
  write: Writer,
  rows: readonly (Fields & { name: string })[],
): Promise<Technician[]> {
  await checkSkills(
    write.db,
    rows.flatMap(({ skills = [] }) => skills),
  );
  let free = await holdFreeLicences(write.db);
  return write.insert(
    technicians,
    rows.map((row) => ({
      ...reachable(row),
      name: row.name.trim(),
      is_active: row.is_active === true && (free -= 1) >= 0,
    })),
  );
}

export async function editTechnician(
  write: Writer,
  id: string,
  { version, ...fields }: Fields & { version: number },
): Promise<Technician> {
  // Before the row, as whoever books them does: a licence is given back only by somebody who has no work left.
  if (fields.is_active === false) await lockTechnicians(write.db, [id]);
  return write.update(technicians, id, await checked(write, fields), version);
}

/** Who is archived can be scheduled no more, and gives the licence back. */
export async function archiveTechnician(write: Writer, id: string): Promise<Technician> {
  await lockTechnicians(write.db, [id]);
  return write.update(technicians, id, { archived_at: write.at.toISOString(), is_active: false });
}

/** They come back inactive: a licence is taken on purpose. */
export async function restoreTechnician(write: Writer, id: string): Promise<Technician> {
  return write.update(technicians, id, { archived_at: null });
}

/** Who signs in as this technician, if anybody. */
export async function setTechnicianUser(
  write: Writer,
  id: string,
  user_id: string | null,
): Promise<Technician> {
  return write.update(technicians, id, { user_id });
}

export async function addTicket(
  write: Writer,
  technician_id: string,
  fields: Omit<NewRow<Ticket>, 'technician_id'>,
): Promise<Ticket> {
  await existing(write, technician_id);
  const [ticket] = await write.insert(tickets, [{ ...fields, technician_id }]);
  return ticket!;
}

export async function addAbsence(
  write: Writer,
  technician_id: string,
  fields: Omit<NewRow<Absence>, 'technician_id'>,
): Promise<Absence> {
  await existing(write, technician_id);
  const [absence] = await write.insert(absences, [{ ...fields, technician_id }]);
  return absence!;
}

export async function editTicket(
  write: Writer,
  id: string,
  { version, ...fields }: NewRow<Ticket> & { version: number },
): Promise<Ticket> {
  return write.update(tickets, id, fields, version);
}

export async function editAbsence(
  write: Writer,
  id: string,
  { version, ...fields }: NewRow<Absence> & { version: number },
): Promise<Absence> {
  return write.update(absences, id, fields, version);
}

export async function removeTicket(write: Writer, id: string): Promise<null> {
  await write.remove(tickets, id);
  return null;
}

export async function removeAbsence(write: Writer, id: string): Promise<null> {
  await write.remove(absences, id);
  return null;
}

async function existing(write: Writer, technician: string): Promise<void> {
  const [found] = await readRows(write.db, technicians, [technician]);
  if (!found) throw new Failure('notFound');
}

/** What was asked for, tidy and allowed. Whoever chooses a suburb is based in the middle of it until somebody knows better. */
async function checked<T extends Fields>(write: Writer, fields: T): Promise<T> {
  const { name, skills, working_week, base_suburb_id } = fields;
  if (skills) await checkSkills(write.db, skills);
  const problem = working_week && workingWeekProblem(working_week);
  if (problem !== null && problem !== undefined) throw new Failure('unprocessable', problem);
  const position =
    base_suburb_id === undefined || fields.base_latitude !== undefined
      ? {}
      : await findPosition(write.db, base_suburb_id);
  return { ...reachable(fields), ...position, ...(name !== undefined && { name: name.trim() }) };
}

/** With a phone number and a mail address that somebody can use, where they were given. */
function reachable<T extends Fields>(fields: T): T {
  const problem = contactProblem(fields);
  if (problem) throw new Failure('unprocessable', problem.text);
  return storedContact(fields);
}
