import { Id, Saved } from '@muster/domain/changes/schema';
import { Accepted, RemedyChoice } from '@muster/domain/proposals/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { chooseRemedy } from './service.ts';

export const remedyRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);

  app.post(
    '/services/scheduling/api/v1/proposals/:id/remedies',
    commandRoute(dispatchers, {
      tags: ['Planning'],
      summary: 'Put into a proposal what would let a visit in',
      description:
        'Its moves become items, to be accepted with the others; the board stays as it is. Refused with code 409 and `unfit` where it does not fit any more.',
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
