import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { Accepted, RemedyChoice } from '@muster/domain/planning/proposals/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { chooseRemedy } from './service.ts';

export const remedyRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);

  app.post(
    '/services/scheduling/api/v1/proposals/:id/remedies',
    commandRoute(dispatchers, {
      tags: ['Planning'],
      summary: 'Add a remedy to a proposal',
      description:
        'Its moves become items of the proposal; the board doesn’t change yet. Refused with code 409 and `unfit` if it no longer fits.',
      params: Type.Object({ id: Id }),
      body: RemedyChoice,
      answer: Saved(Accepted),
    }),
    (request) =>
      save(request, 'remedy chosen', (write) =>
        chooseRemedy(write, accountOf(request), request.params.id, request.body),
      ),
  );
};
