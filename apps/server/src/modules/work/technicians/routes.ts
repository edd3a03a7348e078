import { Page, Shown } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import {
  Absence,
  AbsenceEdit,
  NewAbsence,
  NewTechnician,
  NewTicket,
  Technician,
  TechnicianEdit,
  TechnicianQuery,
  TechnicianRecord,
  TechnicianSummary,
  Ticket,
  TicketEdit,
} from '@muster/domain/work/technicians/schema';
import { Type } from 'typebox';
import { dispatchers, reading } from '../../../platform/changes/from-request.ts';
import { recordRoutes } from '../../../platform/changes/record.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import {
  addAbsence,
  addTechnician,
  addTicket,
  archiveTechnician,
  describeTechnician,
  editAbsence,
  editTechnician,
  editTicket,
  removeAbsence,
  removeTicket,
  restoreTechnician,
  technicians,
} from './service.ts';
import { listTechnicians } from './store.ts';

const api = '/services/scheduling/api/v1';
const base = `${api}/technicians`;
const tags = ['Technicians'];
const params = Type.Object({ id: Id });
const config = { access: dispatchers };
const shared = { tags, access: dispatchers };

export const technicianRoutes: Module = (app, platform) => {
  const { now } = platform;
  const read = reading(platform.database.db);

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'List technicians, page by page',
        querystring: TechnicianQuery,
        response: { 200: envelope(Page(TechnicianSummary)) },
      },
    },
    (request) => read(request, (db) => listTechnicians(db, technicians, request.query, new Date(now()))),
  );

  app.get(
    `${base}/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'Get a technician with tickets and absences',
        params,
        response: { 200: envelope(Shown(TechnicianRecord)) },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: await describeTechnician(db, request.params.id, new Date(now())),
      })),
  );

  recordRoutes(app, platform, {
    ...shared,
    base,
    thing: 'technician',
    row: Technician,
    add: { summary: 'Add a technician', body: NewTechnician, run: addTechnician },
    edit: { summary: 'Edit a technician', body: TechnicianEdit, run: editTechnician },
    archive: { summary: 'Archive a technician', run: archiveTechnician },
    restore: { summary: 'Restore a technician as inactive', run: restoreTechnician },
  });

  recordRoutes(app, platform, {
    ...shared,
    base: `${api}/tickets`,
    addedAt: `${base}/:id/tickets`,
    thing: 'ticket',
    row: Ticket,
    add: {
      summary: 'Add a ticket',
      body: NewTicket,
      run: (write, ticket, technician) => addTicket(write, technician, ticket),
    },
    edit: { summary: 'Edit a ticket', body: TicketEdit, run: editTicket },
    remove: { summary: 'Remove a ticket', run: removeTicket },
  });

  recordRoutes(app, platform, {
    ...shared,
    base: `${api}/absences`,
    addedAt: `${base}/:id/absences`,
    thing: 'absence',
    row: Absence,
    add: {
      summary: 'Add an absence',
      body: NewAbsence,
      run: (write, absence, technician) => addAbsence(write, technician, absence),
    },
    edit: { summary: 'Edit an absence', body: AbsenceEdit, run: editAbsence },
    remove: { summary: 'Remove an absence', run: removeAbsence },
  });
};
