import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import type { Tx } from '../../../platform/db/executor.ts';
import { type BoardText, countBooked, readBoardText } from '../../dispatch/board/service.ts';
import { visitOf } from '../../work/visits/service.ts';
import { MOST_WIDER } from './thread.ts';

/** How many days after those that are planned a visit is offered on: a week, so that each weekday is among them. */
const WIDER_DAYS = 7;

/** The board with everybody and the next days, where that is affordable: for what would let in what found no place. */
export async function readWider(
  db: Tx,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<BoardText | undefined> {
  const last = addDays(to, WIDER_DAYS);
  return (await countBooked(db, from, last)) > MOST_WIDER ? undefined : readBoardText(db, from, last);
}

/** One visit on the board of some days, and all that is needed to say why it is there. */
export async function readQuestion(
  db: Tx,
  visit: string,
  days: { from: LocalDate; to: LocalDate },
): Promise<{ text: BoardText; wider: BoardText | undefined }> {
  const { assignments } = await visitOf(db, visit);
  const text = await readBoardText(db, days.from, days.to);
  // What has a place needs no other one.
  return { text, wider: assignments.length > 0 ? undefined : await readWider(db, days) };
}
