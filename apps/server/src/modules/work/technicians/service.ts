import { erasedOf, searchTextsOf } from '@muster/domain/values/fields';
import { technicianFields } from '@muster/domain/work/technicians/fields';
import { Absence, Technician, type TechnicianQuery, Ticket } from '@muster/domain/work/technicians/schema';
import { leastUsedColours, workingWeekProblem } from '@muster/domain/work/technicians/rules';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { lockTechnicians } from '../../../platform/changes/command.ts';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { columnsIn, tidy } from '../../../platform/changes/record.ts';
import type { NewRow, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import { clearOwn } from '../../../platform/changes/unlogged.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { refuseBeyondQuota } from '../../identity/licences/service.ts';
import { checkSkills } from '../skills/service.ts';
import {
  findAhead,
  findByUser,
  findPosition,
  holdFreeLicences,
  listExtra,
  listTechnicians,
  readTechnician,
  usedColours,
} from './store.ts';

export const technicians: TrackedTable<Technician> = {
  name: 'technicians',
  columns: columnsIn('technicians', Technician),
  byScenario: 'some',
  readers: dispatchers,
  writers: dispatchers,
  label: ({ name }) => name,
  search: searchTextsOf(technicianFields),
  erased: () => erasedOf(technicianFields),
  refusals: {
    MU001: 'All licences are in use. Deactivate another technician, or ask the owner to add licences.',
    technicians_check: 'This technician is archived. Restore them first, then activate them.',
    technicians_check1: 'Enter both latitude and longitude, or neither.',
    technicians_account_id_user_id_key: 'That sign-in is already linked to another technician.',
    technicians_account_id_user_id_fkey: 'This sign-in no longer exists.',
    technicians_base_suburb_id_fkey: 'We couldn’t find this suburb. Choose it again.',
  },
  technicians: async (_, rows) =>
    rows.filter((row) => 'is_active' in row || 'archived_at' in row).map(({ id }) => id!),
  async settle(write, touched) {
    const { db, at } = write;
    await refuseBeyondQuota(write, 'technicians', touched);
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
      const visits = count === 1 ? 'an upcoming visit on' : `${count} upcoming visits, the first on`;
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
  columns: columnsIn('tickets', Ticket),
  byScenario: 'some',
  readers: dispatchers,
  writers: dispatchers,
  label: ({ kind, number }) => (number === '' ? kind : `${kind} ${number}`),
  subjects: ({ technician_id }) => [technician_id],
  erased: () => ({ issuer: '', number: '' }),
  refusals: {
    tickets_account_id_technician_id_fkey: 'This technician no longer exists.',
    tickets_account_id_skill_id_fkey: 'This skill no longer exists. Choose another one.',
  },
};

export const absences: TrackedTable<Absence> = {
  name: 'absences',
  columns: columnsIn('absences', Absence),
  byScenario: 'all',
  readers: dispatchers,
  writers: dispatchers,
  label: ({ kind }) => kind,
  subjects: ({ technician_id }) => [technician_id],
  erased: () => ({ reason: '' }),
  refusals: {
    absences_check: 'An absence must end after it starts.',
    absences_account_id_technician_id_fkey: 'This technician no longer exists.',
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

export async function addTechnician(
  write: Writer,
  { is_me = false, ...fields }: Fields & { name: string; is_me?: boolean },
): Promise<Technician> {
  const user_id = is_me ? await ownerAlone(write) : null;
  const [row] = await inColours(write.db, [await checked(write, fields)]);
  const [technician] = await write.insert(technicians, [{ ...row!, user_id }]);
  return technician!;
}

/** The owner who says that they drive themselves, and are no other technician. Who else is whom is said on the page of the team. */
async function ownerAlone(write: Writer): Promise<string> {
  const { user, role } = write.author;
  if (user === null || role !== 'owner' || write.scenario !== null)
    throw new Failure('forbidden', 'Only owners can add themselves. Ask an owner to link you in Team.');
  const before = await technicianOf(write.db, user);
  if (before !== undefined) await setTechnicianUser(write, before, null);
  write.concern([user]);
  return user;
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
  const tidied = rows.map((row) => ({
    ...tidy(technicianFields, row),
    is_active: row.is_active === true && (free -= 1) >= 0,
  }));
  return write.insert(technicians, await inColours(write.db, tidied));
}

/** Whoever has no colour yet gets the one that the fewest have. */
async function inColours<Row extends Fields>(db: Tx, rows: readonly Row[]): Promise<Row[]> {
  const without = rows.filter(({ colour }) => colour === undefined);
  if (without.length === 0) return [...rows];
  const colours = leastUsedColours(await usedColours(db), without.length);
  return rows.map((row) => (row.colour === undefined ? { ...row, colour: colours.shift()! } : row));
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
  const { skills, working_week, base_suburb_id } = fields;
  if (skills) await checkSkills(write.db, skills);
  const problem = working_week && workingWeekProblem(working_week);
  if (problem !== null && problem !== undefined) throw new Failure('unprocessable', problem);
  const position =
    base_suburb_id === undefined || fields.base_latitude !== undefined
      ? {}
      : await findPosition(write.db, base_suburb_id);
  return { ...tidy(technicianFields, fields), ...position };
}
