import { Id, Page, Saved, Shown } from '@muster/domain/changes/schema';
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
} from '@muster/domain/technicians/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, reading, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
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
const answer = Saved(Technician);
const Gone = Saved(Type.Null());

export const technicianRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'Technicians, a page at a time',
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
        summary: 'One technician, with tickets and absences',
        params,
        response: { 200: envelope(Shown(TechnicianRecord)) },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: await describeTechnician(db, request.params.id, new Date(now())),
      })),
  );

  app.post(
    base,
    commandRoute(dispatchers, { tags, summary: 'Add a technician', body: NewTechnician, answer }),
    (request) => save(request, 'technician added', (write) => addTechnician(write, request.body)),
  );

  app.patch(
    `${base}/:id`,
    commandRoute(dispatchers, { tags, summary: 'Edit a technician', params, body: TechnicianEdit, answer }),
    (request) =>
      save(request, 'technician edited', (write) => editTechnician(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/archive`,
    commandRoute(dispatchers, { tags, summary: 'Put a technician aside', params, answer }),
    (request) => save(request, 'technician archived', (write) => archiveTechnician(write, request.params.id)),
  );

  app.post(
    `${base}/:id/restore`,
    commandRoute(dispatchers, { tags, summary: 'Bring a technician back, inactive', params, answer }),
    (request) => save(request, 'technician restored', (write) => restoreTechnician(write, request.params.id)),
  );

  app.post(
    `${base}/:id/tickets`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Add a ticket',
      params,
      body: NewTicket,
      answer: Saved(Ticket),
    }),
    (request) => save(request, 'ticket added', (write) => addTicket(write, request.params.id, request.body)),
  );

  app.patch(
    `${api}/tickets/:id`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Edit a ticket',
      params,
      body: TicketEdit,
      answer: Saved(Ticket),
    }),
    (request) =>
      save(request, 'ticket edited', (write) => editTicket(write, request.params.id, request.body)),
  );

  app.delete(
    `${api}/tickets/:id`,
    commandRoute(dispatchers, { tags, summary: 'Remove a ticket', params, answer: Gone }),
    (request) => save(request, 'ticket removed', (write) => removeTicket(write, request.params.id)),
  );

  app.post(
    `${base}/:id/absences`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Add an absence',
      params,
      body: NewAbsence,
      answer: Saved(Absence),
    }),
    (request) =>
      save(request, 'absence added', (write) => addAbsence(write, request.params.id, request.body)),
  );

  app.patch(
    `${api}/absences/:id`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Edit an absence',
      params,
      body: AbsenceEdit,
      answer: Saved(Absence),
    }),
    (request) =>
      save(request, 'absence edited', (write) => editAbsence(write, request.params.id, request.body)),
  );

  app.delete(
    `${api}/absences/:id`,
    commandRoute(dispatchers, { tags, summary: 'Remove an absence', params, answer: Gone }),
    (request) => save(request, 'absence removed', (write) => removeAbsence(write, request.params.id)),
  );
};
