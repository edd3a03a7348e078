import { Found, SearchQuery } from '@muster/domain/work/search/schema';
import { Type } from 'typebox';
import { soughtPhone } from '@muster/domain/work/search/rules';
import { foundKinds, type FoundKind } from '@muster/domain/records';
import { isPermitted } from '@muster/domain/values/role';
import { nullable } from '@muster/domain/values/schema';
import { readersOfWork, readingLive } from '../../../platform/changes/from-request.ts';
import { readJobNumber } from '@muster/domain/work/jobs/rules';
import { wordsOf } from '../../../platform/changes/search-words.ts';
import type { Module } from '../../../platform/deps.ts';
import { callerOf } from '../../../platform/sign-in/access.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { findAnything, findByPhone, meantWord, unknownWords } from './store.ts';

/** More words than that make nothing rarer. */
const MOST_WORDS = 6;
/** Each word that is corrected is compared with hundreds, while everybody else waits. */
const MOST_CORRECTED = 2;

export const search: Module = (app, { database: { db }, now, tables }) => {
  const read = readingLive(db);

  app.get(
    '/services/scheduling/api/v1/search',
    {
      config: { access: readersOfWork },
      schema: {
        tags: ['Search'],
        summary:
          'Search technicians, customers, contacts, jobs, sites, invoices and the price list, best match first',
        description:
          'By the beginnings of words, or by any part of a phone number. If nothing has one of the words, the nearest word that you have is searched for, and `searched` says so. Only what you may read is found.',
        querystring: SearchQuery,
        response: {
          200: envelope(
            Type.Object({
              rows: Type.Array(Found),
              searched: nullable(Type.String(), 'The words searched for, if they aren’t yours'),
              change: Type.Integer(),
            }),
          ),
        },
      },
    },
    (request) =>
      read(request, async (db) => {
        const words = [...new Set(soughtWords(request.query.q))].slice(0, MOST_WORDS);
        if (words.length === 0) return { rows: [], searched: null };
        const at = new Date(now());
        const caller = callerOf(request);
        const kinds = foundKinds.filter((kind) => {
          const { readers, finders = readers } = tables.get(kind)!;
          return isPermitted(finders, caller);
        });
        const phone = soughtPhone(request.query.q);
        const ringing = phone === undefined ? [] : await findByPhone(db, phone, at);
        const found = await findAnything(db, kinds, words, at);
        const ids = new Set(ringing.map(({ id }) => id));
        const rows = [...ringing, ...found.filter(({ id }) => !ids.has(id))];
        return rows.length > 0 ? { rows, searched: null } : findMeant(db, kinds, words, at);
      }),
  );
};

/** What is found for the nearest words that there are, where there is nothing for those that were typed. */
async function findMeant(db: Tx, kinds: readonly FoundKind[], words: readonly string[], at: Date) {
  const unknown = await unknownWords(db, kinds, words);
  if (unknown.length > MOST_CORRECTED) return { rows: [], searched: null };
  const meant = new Map<string, string>();
  for (const word of unknown) {
    const near = await meantWord(db, kinds, word);
    if (near === undefined) return { rows: [], searched: null };
    meant.set(word, near);
  }
  const searched = words.map((word) => meant.get(word) ?? word);
  const rows = unknown.length === 0 ? [] : await findAnything(db, kinds, searched, at);
  return { rows, searched: rows.length === 0 ? null : searched.join(' ') };
}

/** The J of J-1042 says nothing: all jobs have it. */
function soughtWords(text: string): string[] {
  return text.split(/\s+/).flatMap((part) => {
    const number = /^j/i.test(part) ? readJobNumber(part) : undefined;
    return number === undefined ? wordsOf(part) : [String(number)];
  });
}
