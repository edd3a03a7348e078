import { Page, Saved } from '@muster/domain/basics/changes/schema';
import { enquiryStates, openStates } from '@muster/domain/sales/enquiries/pipeline';
import {
  Pipeline,
  PipelineQuery,
  DueChange,
  EnquiryExport,
  EnquiryId,
  EnquiryNote,
  EnquiryQuery,
  EnquiryRecord,
  EnquiryRow,
  EnquiryView,
  Invited,
  Note,
  OwnerChange,
  Provisioned,
  Provisioning,
  StaffMember,
  StateChange,
  Summary,
} from '@muster/domain/sales/enquiries/schema';
import { Billing } from '@muster/domain/identity/billing/schema';
import { officeTime } from '@muster/domain/values/office-time';
import { nullable } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { runCommand } from '../../../platform/changes/command.ts';
import { commandOf, commandRoute, reading, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { csvAnswer, sendCsv } from '../../../platform/http/answers/csv.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { addNote, staff } from '../enquiries/service.ts';
import { billingOfEnquiry, inviteAgain, provision } from '../provisioning/service.ts';
import {
  asRow,
  colleagues,
  describeEnquiry,
  exportEnquiries,
  moveEnquiry,
  setDue,
  setOwner,
} from './service.ts';
import { countByState, countOverdue, listEnquiries, listPipeline, listWeeks, readLately } from './store.ts';

const base = '/services/office/api/v1';
const tags = ['Office'];
const config = { access: staff };
const SHOWN_WEEKS = 12;
/** What the commands that change an enquiry share. */
const ofEnquiry = { tags, params: EnquiryId, answer: Saved(EnquiryRecord) };

/** The back office: for Muster's own people, and nobody else. */
export const office: Module = (app, platform) => {
  const { now } = platform;
  const { db } = platform.database;
  const read = reading(db);
  const save = saving(db, now);

  app.get(
    `${base}/enquiries`,
    {
      config,
      schema: {
        tags,
        summary: 'List enquiries, page by page',
        querystring: EnquiryQuery,
        response: { 200: envelope(Page(EnquiryRow)) },
      },
    },
    (request) => {
      const at = new Date(now());
      return read(request, async (db) => {
        const { rows, next } = await listEnquiries(db, request.query, at);
        return { rows: rows.map((row) => asRow(row, at)), next };
      });
    },
  );

  app.get(
    `${base}/enquiries.csv`,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Export enquiries as CSV, newest first',
        querystring: EnquiryExport,
        response: { 200: csvAnswer },
      },
    },
    async (request, reply) => {
      const at = new Date(now());
      const name = `enquiries-${officeTime(at).toPlainDate().toString()}`;
      return sendCsv(reply, name, exportEnquiries(db, { filters: request.query, now: at }));
    },
  );

  app.get(
    `${base}/pipeline`,
    {
      config,
      schema: {
        tags,
        summary: 'List enquiries by status',
        querystring: PipelineQuery,
        response: { 200: envelope(Pipeline) },
      },
    },
    async ({ query: filters }) => {
      const at = new Date(now());
      const columns = await listPipeline(db, { filters, now: at });
      return done({
        columns: columns.map(({ state, count, cards }) => ({
          state,
          count,
          cards: cards.map((row) => asRow(row, at)),
        })),
      });
    },
  );

  app.get(
    `${base}/summary`,
    {
      config,
      schema: { tags, summary: 'Get counts and response times', response: { 200: envelope(Summary) } },
    },
    async () => {
      const at = new Date(now());
      const [counts, overdue, weeks, last_30_days] = await Promise.all([
        countByState(db, { filters: {}, now: at }),
        countOverdue(db, at),
        listWeeks(db, { weeks: SHOWN_WEEKS, now: at }),
        readLately(db, { days: 30, now: at }),
      ]);
      const states = enquiryStates.map((state) => ({ state, count: counts[state] ?? 0 }));
      const sum = (some: typeof states) => some.reduce((sum, { count }) => sum + count, 0);
      const open = sum(states.filter(({ state }) => openStates.includes(state)));
      return done({ total: sum(states), open, overdue, last_30_days, states, weeks });
    },
  );

  app.get(
    `${base}/staff`,
    {
      config,
      schema: { tags, summary: 'List staff', response: { 200: envelope(Type.Array(StaffMember)) } },
    },
    async () => done(await colleagues(db)),
  );

  app.get(
    `${base}/enquiries/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'Get an enquiry',
        params: EnquiryId,
        response: { 200: envelope(EnquiryView) },
      },
    },
    async ({ params }) => done(await describeEnquiry(platform, params.id)),
  );

  app.post(
    `${base}/enquiries/:id/state`,
    commandRoute(staff, { ...ofEnquiry, summary: 'Change the status of an enquiry', body: StateChange }),
    (request) =>
      save(request, 'enquiry moved', (write) => moveEnquiry(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/enquiries/:id/note`,
    commandRoute(staff, {
      tags,
      summary: 'Add a note',
      description: 'No version is needed.',
      params: EnquiryId,
      body: Note,
      answer: Saved(EnquiryNote),
    }),
    (request) =>
      save(request, 'enquiry noted', (write) => addNote(write, request.params.id, request.body.text)),
  );

  app.post(
    `${base}/enquiries/:id/owner`,
    commandRoute(staff, { ...ofEnquiry, summary: 'Assign an enquiry', body: OwnerChange }),
    (request) =>
      save(request, 'enquiry assigned', (write) => setOwner(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/enquiries/:id/due`,
    commandRoute(staff, { ...ofEnquiry, summary: 'Set the due time of an enquiry', body: DueChange }),
    (request) =>
      save(request, 'enquiry due changed', (write) => setDue(write, request.params.id, request.body)),
  );

  app.get(
    `${base}/enquiries/:id/billing`,
    {
      config: { access: staff },
      schema: {
        tags,
        summary: 'Get how the account of an enquiry stands with Muster',
        params: EnquiryId,
        response: { 200: envelope(nullable(Billing, 'Null: no account was opened for it')) },
      },
    },
    async (request) => done(await billingOfEnquiry(platform, request.params.id)),
  );

  app.post(
    `${base}/enquiries/:id/provision`,
    commandRoute(staff, {
      tags,
      summary: 'Open an account for a won enquiry and invite its owner',
      description: 'Only works once. The message says what was done.',
      params: EnquiryId,
      body: Provisioning,
      answer: Provisioned,
    }),
    async (request) => {
      const command = commandOf(request, now, 'enquiry provisioned');
      const { answer, number, made } = await runCommand(db, command, (write) =>
        provision(platform, write, request.params.id, request.body),
      );
      const { account, plan, licences, invited } = answer;
      const amount = licences === 1 ? 'one licence' : `${licences} licences`;
      return done(
        { ...answer, change: number, made },
        `${account.name} has an account on the ${plan} plan with ${amount}. ${invited} is invited as the owner.`,
      );
    },
  );

  app.post(
    `${base}/enquiries/:id/invite`,
    commandRoute(staff, {
      ...ofEnquiry,
      summary: 'Resend the invitation, or send it to another address',
      description: 'Older links stop working.',
      body: Invited,
    }),
    async (request) => {
      const { data } = await save(request, 'enquiry owner invited', (write) =>
        inviteAgain(platform, write, request.params.id, request.body),
      );
      return done(data, `${data.row.invited_email} is invited.`);
    },
  );
};
