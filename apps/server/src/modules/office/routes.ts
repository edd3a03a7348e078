import { VersionConflict } from '@muster/domain/changes/schema';
import { LAST_PAGE, PAGE_SIZE } from '@muster/domain/enquiries/paging';
import { enquiryStates, openStates } from '@muster/domain/enquiries/pipeline';
import {
  Pipeline,
  PipelineQuery,
  DueChange,
  EnquiryExport,
  EnquiryId,
  EnquiryPage,
  EnquiryQuery,
  EnquiryView,
  Invited,
  Note,
  OwnerChange,
  Provisioned,
  Provisioning,
  StaffMember,
  StateChange,
  Summary,
  Undo,
} from '@muster/domain/enquiries/schema';
import { officeTime } from '@muster/domain/values/office-time';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sessionOf } from '../../platform/sign-in/access.ts';
import type { Module } from '../../platform/deps.ts';
import { csvAnswer, sendCsv } from '../../platform/http/csv.ts';
import { done, envelope } from '../../platform/http/envelope.ts';
import { idempotencyHeaders, idempotently } from '../../platform/http/idempotency.ts';
import {
  addNote,
  asRow,
  colleagues,
  describeEnquiry,
  exportEnquiries,
  moveEnquiry,
  setDue,
  setOwner,
  undoLatest,
} from './service.ts';
import { inviteAgain, provision } from '../provisioning/service.ts';
import {
  countByState,
  countEnquiries,
  countOverdue,
  listPipeline,
  listEnquiries,
  listWeeks,
  readLately,
} from './store.ts';

const base = '/services/office/api/v1';
const tags = ['Office'];
const config = { access: ['staff'] } as const;
const SHOWN_WEEKS = 12;
const enquiry = envelope(EnquiryView);
/** The schema that all changes of an enquiry share; 409 if somebody else has changed it since it was read. */
const ofChange = { tags, params: EnquiryId, response: { 200: enquiry, 409: envelope(VersionConflict) } };

/** The back office: for Muster's own people, and nobody else. */
export const office: Module = (app, platform) => {
  const { database, now } = platform;
  const { db } = database;

  app.get(
    `${base}/enquiries`,
    {
      config,
      schema: {
        tags,
        summary: 'Enquiries, a page at a time',
        querystring: EnquiryQuery,
        response: { 200: envelope(EnquiryPage) },
      },
    },
    async (request) => {
      const { sort, page = 1, ...filters } = request.query;
      const at = new Date(now());
      const [rows, count] = await Promise.all([
        listEnquiries(db, { filters, sort, page, now: at }),
        countEnquiries(db, { filters, now: at }),
      ]);
      const total = Math.min(count, LAST_PAGE * PAGE_SIZE);
      return done({ rows: rows.map((row) => asRow(row, at)), page, total, has_more: count > total });
    },
  );

  app.get(
    `${base}/enquiries.csv`,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'The same as a table for spreadsheets, newest first',
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
        summary: 'Enquiries by state',
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
    { config, schema: { tags, summary: 'Counts and times', response: { 200: envelope(Summary) } } },
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
      schema: { tags, summary: 'Who works here', response: { 200: envelope(Type.Array(StaffMember)) } },
    },
    async () => done(await colleagues(db)),
  );

  app.get(
    `${base}/enquiries/:id`,
    { config, schema: { tags, summary: 'One enquiry', params: EnquiryId, response: { 200: enquiry } } },
    async ({ params }) => done(await describeEnquiry(platform, params.id)),
  );

  /** Which enquiry a request changes, in which version, and who does it. */
  function targetOf(request: FastifyRequest<{ Params: { id: string }; Body: { version: number } }>) {
    return { id: request.params.id, version: request.body.version, session: sessionOf(request) };
  }

  app.post(
    `${base}/enquiries/:id/state`,
    { config, schema: { ...ofChange, summary: 'Move it on', body: StateChange } },
    async (request) => {
      await moveEnquiry(platform, targetOf(request), request.body);
      return done(await describeEnquiry(platform, request.params.id));
    },
  );

  app.post(
    `${base}/enquiries/:id/note`,
    {
      config: { ...config, idempotent: true },
      schema: {
        tags,
        summary: 'Add a note',
        description: 'An addition, which needs no version.',
        params: EnquiryId,
        headers: idempotencyHeaders,
        body: Note,
        response: { 200: enquiry },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const by = { staff: sessionOf(request).user, at: new Date(now()) };
      await idempotently(database, request, reply, async (db) => {
        await addNote(db, { id, text: request.body.text }, by);
        return done(null);
      });
      return done(await describeEnquiry(platform, id));
    },
  );

  app.post(
    `${base}/enquiries/:id/owner`,
    { config, schema: { ...ofChange, summary: 'Say who looks after it', body: OwnerChange } },
    async (request) => {
      await setOwner(platform, targetOf(request), request.body.owner_id);
      return done(await describeEnquiry(platform, request.params.id));
    },
  );

  app.post(
    `${base}/enquiries/:id/due`,
    { config, schema: { ...ofChange, summary: 'Say when it is due', body: DueChange } },
    async (request) => {
      await setDue(platform, targetOf(request), request.body.due_at);
      return done(await describeEnquiry(platform, request.params.id));
    },
  );

  app.post(
    `${base}/enquiries/:id/undo`,
    {
      config,
      schema: {
        ...ofChange,
        summary: 'Take back one’s own latest change',
        description: 'Of the state, the owner or the due time, or a note; as long as nothing came after it.',
        body: Undo,
      },
    },
    async (request) => {
      await undoLatest(platform, targetOf(request));
      return done(await describeEnquiry(platform, request.params.id));
    },
  );

  app.post(
    `${base}/enquiries/:id/provision`,
    {
      config,
      schema: {
        ...ofChange,
        summary: 'Open the account of an enquiry that was won, and invite its owner',
        description: 'Once only. The message says what was done.',
        body: Provisioning,
        response: { ...ofChange.response, 200: envelope(Provisioned) },
      },
    },
    async (request) => {
      const outcome = await provision(platform, targetOf(request), request.body);
      const { account, plan, licences, invited } = outcome;
      const amount = licences === 1 ? 'one licence' : `${licences} licences`;
      return done(
        { ...outcome, enquiry: await describeEnquiry(platform, request.params.id) },
        `The account of ${account.name} is open, on the plan ${plan} with ${amount}, and ${invited} is invited as its owner.`,
      );
    },
  );

  app.post(
    `${base}/enquiries/:id/invite`,
    {
      config,
      schema: {
        ...ofChange,
        summary: 'Send the invitation again, or to another address',
        description: 'Older links stop working.',
        body: Invited,
      },
    },
    async (request) => {
      const email = await inviteAgain(platform, targetOf(request), request.body.email);
      return done(await describeEnquiry(platform, request.params.id), `${email} is invited.`);
    },
  );
};
