import { Found, SearchQuery } from '@muster/domain/search/schema';
import { Type } from 'typebox';
import { dispatchers, reading } from '../../platform/changes/from-request.ts';
import { readJobNumber } from '@muster/domain/jobs/rules';
import { wordsOf } from '../../platform/changes/search-words.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { findAnything } from './store.ts';

/** More words than that make nothing rarer. */
const MOST_WORDS = 6;

export const search: Module = (app, { database: { db } }) => {
  const read = reading(db);

  app.get(
    '/services/scheduling/api/v1/search',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Search'],
        summary: 'Technicians, customers, jobs and sites by the beginnings of their words, the best first',
        querystring: SearchQuery,
        response: { 200: envelope(Type.Object({ rows: Type.Array(Found), change: Type.Integer() })) },
      },
    },
    (request) =>
      read(request, async (db) => {
        const words = [...new Set(soughtWords(request.query.q))].slice(0, MOST_WORDS);
        return { rows: words.length === 0 ? [] : await findAnything(db, words) };
      }),
  );
};

/** The J of J-1042 says nothing: all jobs have it. */
function soughtWords(text: string): string[] {
  return text.split(/\s+/).flatMap((part) => {
    const number = /^j/i.test(part) ? readJobNumber(part) : undefined;
    return number === undefined ? wordsOf(part) : [String(number)];
  });
}
