import { commonDays } from '@muster/domain/planning/scenarios/rules';
import type { ComparisonQuery } from '@muster/domain/planning/scenarios/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { inScenario } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { readBoardText } from '../../dispatch/board/service.ts';
import { scenarioOfId } from '../scenarios/service.ts';

/** A scenario beside another one or the live board, over the days that both have: in figures, from now on, and by what differs. */
export async function readBoards(db: Tx, id: string, { with: other, date }: ComparisonQuery) {
  const scenario = await scenarioOfId(db, id);
  const rival = other === undefined ? undefined : await scenarioOfId(db, other);
  const stretches = [scenario, ...(rival ? [rival] : [])].map(({ from_date: from, to_date: to }) => ({
    from,
    to,
  }));
  if (date !== undefined) stretches.push({ from: date, to: date });
  const days = stretches.reduce<Days | undefined>((all, one) => all && commonDays(all, one), stretches[0]);
  if (days === undefined)
    throw new Failure(
      'unprocessable',
      date === undefined ? 'These boards have no days in common.' : 'That day isn’t on both boards.',
    );
  const read = (db: Tx) => readBoardText(db, days.from as LocalDate, days.to as LocalDate);
  return {
    days,
    names: [rival?.name ?? 'Live board', scenario.name] as const,
    left: rival ? await inScenario(db, rival.id, read) : await read(db),
    right: await inScenario(db, id, read),
  };
}

interface Days {
  readonly from: string;
  readonly to: string;
}
