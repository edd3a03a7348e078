import { createHmac, timingSafeEqual } from 'node:crypto';
import { Page, Saved, Shown } from '@muster/domain/basics/changes/schema';
import { asksWhatToDo, twilioEvent, type TwilioFields } from '@muster/domain/calls/call-services/twilio';
import type { CallEvent } from '@muster/domain/calls/calls/rules';
import {
  Call,
  CallCustomer,
  CallFilter,
  CallQuery,
  CallSettings,
  CallSettingsEdit,
  CallSettingsRecord,
  CallWord,
  MissedCalls,
  NewRing,
  Ring,
  RingingCall,
  SettleCall,
  SettledCall,
} from '@muster/domain/calls/calls/schema';
import { MINUTE_MS } from '@muster/domain/values/minutes';
import { isPermitted } from '@muster/domain/values/role';
import { Id } from '@muster/domain/values/schema';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  commandOf,
  commandRoute,
  dispatchers,
  moneyDrafters,
  owners,
  readersOfWork,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import { outcomeOf, runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Module } from '../../../platform/deps.ts';
import { csvAnswer, sendCsv } from '../../../platform/http/answers/csv.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { networkOf } from '../../../platform/http/edge/client-network.ts';
import { parseJson } from '../../../platform/http/requests/json-body.ts';
import { callLimits } from '../../../platform/limit-table.ts';
import { perNetwork, takeHits } from '../../../platform/limits.ts';
import { accountOf, callerOf } from '../../../platform/sign-in/access.ts';
import { dialInWords, isTwilios } from '../../../platform/twilio.ts';
import { noteWorking } from '../../basics/deliveries/service.ts';
import { exportList } from '../../work/exports/service.ts';
import { readSettings } from '../../work/settings/service.ts';
import { findHearing, type Hearing, ringBothSides, ringingService } from '../call-services/service.ts';
import {
  chooseCustomer,
  describeCall,
  editCallSettings,
  noteCallEvent,
  pageCalls,
  readCallSettings,
  ringingCalls,
  settleCall,
  takeCall,
} from './service.ts';
import { listMissed } from './store.ts';
import { callColumns } from './templates.ts';

const base = '/services/calls/api/v1';
const tags = ['Calls'];
const params = Type.Object({ id: Id });
const Touched = Type.Object({ id: Id });
/** Far more than any exchange says of a call. */
const BODY_LIMIT = 20_000;
/** At the end of the address at which Twilio tells of the calls that are begun here. */
const OURS = '?ours';
/** What a caller hears when the office phone wasn’t answered. */
const UNREACHABLE =
  '<Response><Say language="en-AU">Sorry, no one can take your call right now.</Say></Response>';
/** Whoever keeps what was signed longer is somebody else, or has a wrong clock. */
const SIGNED_MS = 5 * MINUTE_MS;

export const callRoutes: Module = (root, platform) => {
  const { database, now, settings } = platform;
  const { db } = database;
  const read = readingLive(db);
  const save = savingLive(db, now);

  root.get(
    `${base}/ringing`,
    {
      config: { access: readersOfWork },
      schema: {
        tags,
        summary: 'List the calls that ring now or are talked through, with who may be meant',
        response: { 200: envelope(Type.Object({ rows: Type.Array(RingingCall), change: Type.Integer() })) },
      },
    },
    (request) => {
      const hasMoney = isPermitted(moneyDrafters, callerOf(request));
      return read(request, async (db) => ({
        rows: await ringingCalls(db, { hasMoney, at: new Date(now()) }),
      }));
    },
  );

  root.get(
    `${base}/calls`,
    {
      config: { access: readersOfWork },
      schema: {
        tags,
        summary: 'List calls, the latest first',
        querystring: CallQuery,
        response: { 200: envelope(Page(Call)) },
      },
    },
    (request) => {
      const { cursor, limit, ...which } = request.query;
      return read(request, (db) => pageCalls(db, which, { cursor, limit, at: new Date(now()) }));
    },
  );

  root.get(
    `${base}/calls/:id`,
    {
      config: { access: readersOfWork },
      schema: {
        tags,
        summary: 'Get a call, with who may be meant',
        params,
        response: { 200: envelope(Shown(RingingCall)) },
      },
    },
    (request) => {
      const hasMoney = isPermitted(moneyDrafters, callerOf(request));
      return read(request, async (db) => ({
        row: await describeCall(db, request.params.id, { hasMoney, at: new Date(now()) }),
      }));
    },
  );

  root.get(
    `${base}/calls.csv`,
    {
      config: { access: readersOfWork },
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Calls as CSV, filtered like the list',
        querystring: CallFilter,
        response: { 200: csvAnswer },
      },
    },
    async (request, reply) => {
      const [account, at] = [accountOf(request), new Date(now())];
      const { zone } = await withAccount(db, account, (db) => readSettings(db, account));
      const { name, parts } = await exportList(db, account, at, {
        name: 'calls',
        columns: callColumns(zone),
        readPage: (db, page) => pageCalls(db, request.query, { ...page, at }),
      });
      return sendCsv(reply, name, parts);
    },
  );

  root.get(
    `${base}/missed`,
    {
      config: { access: readersOfWork },
      schema: {
        tags,
        summary: 'List missed calls that nobody has dealt with',
        description: 'A call to the number, or an answered call from it, deals with it too.',
        response: { 200: envelope(Type.Object({ ...MissedCalls.properties, change: Type.Integer() })) },
      },
    },
    (request) => read(request, (db) => listMissed(db, new Date(now()))),
  );

  root.post(
    `${base}/calls/:id/take`,
    commandRoute(readersOfWork, {
      tags,
      summary: 'Say that you have this call',
      params,
      answer: Saved(Touched),
    }),
    (request) =>
      save(request, 'call taken', (write) => takeCall(write, accountOf(request), request.params.id)),
  );

  root.post(
    `${base}/calls/:id/settle`,
    commandRoute(readersOfWork, {
      tags,
      summary: 'Say that a missed call was dealt with',
      params,
      body: SettleCall,
      answer: Saved(SettledCall),
    }),
    (request) =>
      save(request, 'call dealt with', (write) =>
        settleCall(write, accountOf(request), request.params.id, request.body.how),
      ),
  );

  root.post(
    `${base}/calls/:id/customer`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Say which customer rang',
      params,
      body: CallCustomer,
      answer: Saved(Touched),
    }),
    (request) =>
      save(request, 'call customer chosen', (write) =>
        chooseCustomer(write, accountOf(request), request.params.id, request.body.customer_id),
      ),
  );

  root.post(
    `${base}/rings`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Ring a number: first the phone in the office, then theirs',
      description:
        'Through Twilio, where it is connected. Only ordinary numbers in Australia, and only so many in a while.',
      body: NewRing,
      answer: Saved(Ring),
    }),
    async (request) => {
      const command = commandOf(request, now, 'call rung');
      const before = await withAccount(db, command.account, (db) => outcomeOf<Ring>(db, command));
      if (before) return done({ row: before.answer, change: before.number, made: before.made });
      const ring = await ringBothSides(platform, command, request.body.number, OURS);
      const { answer, number, made } = await runCommand(db, command, async (write) => {
        await noteCallEvent(write.db, command.account, ring.connection, ring.event, write.at);
        return { office_phone: ring.office_phone };
      });
      return done({ row: answer, change: number, made });
    },
  );

  root.get(
    `${base}/call-settings`,
    {
      config: { access: readersOfWork },
      schema: {
        tags,
        summary: 'Get how long calls are kept and what opens a number',
        response: { 200: envelope(Shown(CallSettingsRecord)) },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: {
          ...(await readCallSettings(db, accountOf(request))),
          office_phone: (await ringingService(db))?.office_phone ?? '',
        },
      })),
  );

  root.patch(
    `${base}/call-settings`,
    commandRoute(owners, {
      tags,
      summary: 'Change how long calls are kept and what opens a number',
      body: CallSettingsEdit,
      answer: Saved(CallSettings),
    }),
    (request) =>
      save(request, 'call settings edited', (write) =>
        editCallSettings(write, accountOf(request), request.body),
      ),
  );

  root.register(async (app) => {
    // Signed are the bytes, as they came.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, text, done) => done(null, fieldsOf(String(text))),
    );
    app.post(
      `${base}/events/:token`,
      {
        config: {
          access: 'public',
          idempotent: 'an event has an id of its own, and is written down once',
          ownToken: 'its address is a secret, and its body is signed',
        },
        schema: { hide: true, params: Type.Object({ token: Type.String() }) },
      },
      async (request, reply) => {
        const { token } = request.params as { token: string };
        const hearing = await findHearing(platform, token);
        if (!hearing) {
          const limit = perNetwork(callLimits.wrongPerNetwork, settings);
          const hit = { limit, key: networkOf(request.ip) };
          await transaction(db, (db) => takeHits(db, [hit], new Date(now())));
          throw new Failure('notFound');
        }
        if (hearing.service.kind === 'twilio calls') {
          const answer = await hearTwilio(request, hearing);
          return reply
            .type('text/xml; charset=utf-8')
            .send(`<?xml version="1.0" encoding="UTF-8"?>${answer}`);
        }
        const signature = request.headers['muster-signature'];
        await note(hearing, wordOf(request.body, { signature, hearing, now: now() }));
        return done(null);
      },
    );
  });

  /** What Twilio tells in a form, signed for the address as it was given to it; answered with what it is to do. */
  async function hearTwilio(request: FastifyRequest, hearing: Hearing): Promise<string> {
    const { service, address, password: token } = hearing;
    const query = /\?.*$/.exec(request.url)?.[0] ?? '';
    const fields = request.body instanceof Buffer ? {} : ((request.body ?? {}) as TwilioFields);
    const signature = String(request.headers['x-twilio-signature'] ?? '');
    if (!isTwilios(signature, address + query, { fields, token }))
      throw new Failure('malformed', 'The signature doesn’t fit the form and the auth token.');
    const event = twilioEvent(fields, { isOurs: query === OURS, now: now() });
    if (event) await note(hearing, event);
    if (asksWhatToDo(fields)) return dialInWords({ number: service.office_phone, address, action: address });
    return fields['DialCallStatus'] === undefined || fields['DialCallStatus'] === 'completed'
      ? '<Response/>'
      : UNREACHABLE;
  }

  async function note({ account, service }: Hearing, event: CallEvent): Promise<void> {
    const at = new Date(now());
    await withAccount(db, account, async (db) => {
      await takeHits(db, [{ limit: callLimits.eventsPerConnection, key: `${account} ${service.id}` }], at);
      if (await noteCallEvent(db, account, service.id, event, at))
        await noteWorking(db, service.id, { worked: at, until: null });
    });
  }
};

/** The event in a signed body. Refused is what is not signed with the secret, or was signed too long ago. */
function wordOf(
  body: unknown,
  { signature, hearing, now }: { signature: string | string[] | undefined; hearing: Hearing; now: number },
): CallEvent {
  const [, t = '', v1 = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(signature)) ?? [];
  if (!Buffer.isBuffer(body)) throw new Failure('unsupportedType', 'Send the event as JSON.');
  const due = createHmac('sha256', hearing.password).update(`${t}.`).update(body).digest();
  if (v1 === '' || !timingSafeEqual(due, Buffer.from(v1, 'hex')))
    throw new Failure('malformed', 'The signature doesn’t fit the body and the secret.');
  if (Math.abs(now - Number(t) * 1000) > SIGNED_MS)
    throw new Failure(
      'malformed',
      'The signature is more than five minutes old. Check the clock that signs.',
    );
  const word: unknown = parseJson(body.toString());
  if (!Value.Check(CallWord, word)) throw new Failure('malformed', firstFault(word));
  const { id, call, event, direction = 'in', at, from = null, to = null, by = null } = word;
  return { id, call, event, direction, at: happenedAt(at, now), from, to, by };
}

/** A field that is there twice counts as it was sent last. */
function fieldsOf(text: string): TwilioFields {
  return Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(text))) as TwilioFields;
}

function firstFault(word: unknown): string {
  const [fault] = Value.Errors(CallWord, word);
  return `The event can’t be read: ${fault?.instancePath || 'it'} ${fault?.message ?? 'is wrong'}.`;
}

/** A clock that goes wrong makes no call of the future, and none of another age. */
function happenedAt(text: string | undefined, now: number): Date {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  const isLikely = at <= now + MINUTE_MS && at > now - LATEST_MS;
  return new Date(isLikely ? at : now);
}

/** An exchange that was cut off tells what happened meanwhile. */
const LATEST_MS = 7 * 24 * 60 * MINUTE_MS;
