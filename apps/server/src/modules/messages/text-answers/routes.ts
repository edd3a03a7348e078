import { Saved } from '@muster/domain/basics/changes/schema';
import { OpenTextAnswers, TextAnswer } from '@muster/domain/messages/text-answers/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  dispatchers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { settleAnswer } from './service.ts';
import { listOpenAnswers } from './store.ts';

const base = '/services/scheduling/api/v1/messages/answers';
const tags = ['Messages'];

export const textAnswerRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);
  const read = readingLive(db);

  app.get(
    base,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'List texts from customers and strangers that nobody has dealt with',
        response: { 200: envelope(Type.Object({ ...OpenTextAnswers.properties, change: Type.Integer() })) },
      },
    },
    (request) => read(request, (db) => listOpenAnswers(db, new Date(now()))),
  );

  app.post(
    `${base}/:id/done`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Say that a text was dealt with',
      params: Type.Object({ id: Id }),
      answer: Saved(TextAnswer),
    }),
    (request) => save(request, 'text dealt with', (write) => settleAnswer(write, request.params.id)),
  );
};
