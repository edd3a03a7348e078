import type { CallPerson } from '@muster/domain/calls/calls/schema';
import { aboutInWords } from '@muster/domain/messages/message-list/rules';
import type { Message, MessageCount, MessageFilter } from '@muster/domain/messages/message-list/schema';
import { addDays, type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import { dateOf } from '@muster/domain/values/minutes';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { type MailState, mailStates } from '../../basics/mails/service.ts';
import { countMessages, type ListedMessage, listMessages } from './store.ts';

const PAGE = 50;

/** Days are those of the business; what is about money only whoever sees prices is shown. */
export async function pageMessages(
  db: Tx,
  { zone, hasMoney }: { zone: string; hasMoney: boolean },
  { from, to, ...whose }: MessageFilter,
  { cursor, limit = PAGE }: { cursor?: string; limit?: number },
): Promise<{ rows: Message[]; next: string | null }> {
  if (from !== undefined && to !== undefined && to < from)
    throw new Failure('malformed', 'The last day can’t be before the first.');
  const which = {
    ...whose,
    hasMoney,
    from: from === undefined ? undefined : dateOf(startOfDay(from as LocalDate, zone)),
    until: to === undefined ? undefined : dateOf(startOfDay(addDays(to as LocalDate, 1), zone)),
  };
  const { rows, next } = await listMessages(db, which, { cursor, limit });
  const mails = rows.flatMap(({ mail_id }) => (mail_id === null ? [] : [mail_id]));
  const states = mails.length === 0 ? new Map<string, MailState>() : await mailStates(db, mails);
  const told = ({ mail_id, ...row }: ListedMessage): Message => {
    const known = mail_id === null ? undefined : states.get(mail_id);
    if (!known) return row;
    return { ...row, state: { name: known.state, at: known.at.toISOString(), why: known.why } };
  };
  return { rows: rows.map(told), next };
}

/** What was said last, to a customer or by them. */
export async function lastMessageTo(
  db: Tx,
  { customer, hasMoney }: { customer: string; hasMoney: boolean },
): Promise<CallPerson['last_words']> {
  const { rows } = await listMessages(db, { customer, hasMoney }, { limit: 1 });
  const [latest] = rows;
  if (!latest) return null;
  const { at, direction, body, kind } = latest;
  return {
    at,
    kind: direction === 'in' ? 'answer' : 'message',
    text: body.replace(/\s*\{link\}/, '') || aboutInWords(kind),
  };
}

/** A month by the clocks of the business. */
export function monthOfMessages(db: Tx, zone: string, month: string): Promise<MessageCount[]> {
  const first = `${month.slice(0, 7)}-01` as LocalDate;
  const next = `${addDays(first, 31).slice(0, 7)}-01` as LocalDate;
  return countMessages(db, {
    from: dateOf(startOfDay(first, zone)),
    until: dateOf(startOfDay(next, zone)),
  });
}
