import { Id, Saved, Shown } from '@muster/domain/changes/schema';
import { DaysQuery } from '@muster/domain/planning/schema';
import { Acceptance, Accepted, Proposal, Rejection, ShownProposal } from '@muster/domain/proposals/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, reading, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { accept, reject, showProposal } from './service.ts';
import { listOpen } from './store.ts';

const base = '/services/scheduling/api/v1/proposals';
const tags = ['Planning'];
const params = Type.Object({ id: Id });
const answer = Saved(Accepted);

export const proposalRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    base,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'The open proposals that touch some days',
        querystring: DaysQuery,
        response: { 200: envelope(Type.Object({ rows: Type.Array(Proposal), change: Type.Integer() })) },
      },
    },
    (request) =>
      read(request, async (db) => ({ rows: await listOpen(db, request.query.from, request.query.to) })),
  );

  app.get(
    `${base}/:id`,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'A proposal, what has happened since, and whether each item still fits',
        params,
        response: { 200: envelope(Shown(ShownProposal)), 404: envelope(Type.Null()) },
      },
    },
    (request) =>
      read(request, async (db) => ({ row: await showProposal(db, request.params.id, new Date(now())) })),
  );

  app.post(
    `${base}/:id/accept`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Make a proposal, or some of it, the board',
      description:
        'One change, which one undo takes back. Refused with code 409 and `unfit` where an item does not fit any more, unless it is to be left out.',
      params,
      body: Acceptance,
      answer,
    }),
    (request) =>
      save(request, 'proposal accepted', (write) =>
        accept(write, accountOf(request), request.params.id, request.body),
      ),
  );

  app.post(
    `${base}/:id/reject`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Put a proposal, or what is left of it, away',
      params,
      body: Rejection,
      answer,
    }),
    (request) =>
      save(request, 'proposal rejected', (write) =>
        reject(write, accountOf(request), request.params.id, request.body.version),
      ),
  );
};
