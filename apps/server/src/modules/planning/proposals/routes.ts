import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { DaysQuery, Figures } from '@muster/domain/planning/plan-runs/schema';
import {
  Acceptance,
  Accepted,
  Chosen,
  Proposal,
  Rejection,
  ShownProposal,
} from '@muster/domain/planning/proposals/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, reading, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { accept, figuresFor, reject, showProposal } from './service.ts';
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
        summary: 'List open proposals for some days',
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
        summary: 'Get a proposal, what has changed since, and whether each item still fits',
        params,
        response: { 200: envelope(Shown(ShownProposal)), 404: envelope(Type.Null()) },
      },
    },
    async (request) => {
      const { data } = await read(request, async (db) => ({
        judged: await showProposal(db, accountOf(request), request.params.id, new Date(now())),
      }));
      return done({ row: await data.judged(), change: data.change });
    },
  );

  app.post(
    `${base}/:id/figures`,
    {
      config: { access: dispatchers, idempotent: 'nothing is kept', whenReadOnly: 'nothing is kept' },
      schema: {
        tags,
        summary: 'Get the figures of a proposal with some of its items alone',
        params,
        body: Chosen,
        response: { 200: envelope(Shown(Figures)), 404: envelope(Type.Null()) },
      },
    },
    async (request) => {
      const { params, body } = request;
      const { data } = await read(request, async (db) => ({
        reckoned: await figuresFor(db, accountOf(request), params.id, body.items, new Date(now())),
      }));
      return done({ row: await data.reckoned(), change: data.change });
    },
  );

  app.post(
    `${base}/:id/accept`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Accept a proposal, or part of it',
      description:
        'One undo takes it all back. Refused with code 409 and `unfit` if an item no longer fits and isn’t left out.',
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
      summary: 'Reject a proposal, or what’s left of it',
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
