import { Button, Text } from '@mantine/core';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Remedy } from '@muster/domain/planning/proposals/schema';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { RowSkeleton } from '../../../../lib/kit/row-skeleton.tsx';
import { bookAll, whyQuery } from '../api.ts';
import { bookingsOf } from '../model/proposal.ts';
import { type Links, plainText, Sentence } from './reason-sentence.tsx';
import './why.css';

interface WhyProps extends Links {
  board: Board;
  tables: Pick<BoardTables, 'visits'>;
  visit: string;
  from: string;
  to: string;
}

/** Why a visit is where it is, or why nobody has it and what would let it in; asked when somebody wants to know. */
export function Why({ board, tables, visit, from, to, ...links }: WhyProps) {
  const [isAsked, setAsked] = useState(false);
  const { data, error } = useQuery({ ...whyQuery(visit, from, to), enabled: isAsked });
  if (!isAsked)
    return (
      <div className="why">
        <Button size="compact-sm" variant="subtle" onClick={() => setAsked(true)}>
          {board.assignments.has(visit) ? 'Why here?' : 'Why not planned?'}
        </Button>
      </div>
    );
  if (error)
    return (
      <Text className="why" c="danger" role="alert">
        {error.message}
      </Text>
    );
  if (!data) return <RowSkeleton rows={2} height={20} label="Finding the reasons" />;
  return (
    <output className="why">
      {data.reasons.map((parts) => (
        <p key={plainText(board, parts)}>
          <Sentence board={board} parts={parts} {...links} />
        </p>
      ))}
      {data.remedies.map((remedy) => (
        <Offer
          key={plainText(board, remedy.words)}
          board={board}
          tables={tables}
          remedy={remedy}
          onDone={() => setAsked(false)}
          {...links}
        />
      ))}
    </output>
  );
}

interface OfferProps extends Links, Pick<WhyProps, 'board' | 'tables'> {
  remedy: Remedy;
  onDone: () => void;
}

/** What would let the visit in: done in one press, where nobody has to be asked for it first. */
function Offer({ board, tables, remedy, onDone, ...links }: OfferProps) {
  const { run, isRunning } = useCommand();
  const bookings = bookingsOf(tables, remedy);
  if (bookings === undefined)
    return (
      <p>
        <Sentence board={board} parts={remedy.words} {...links} />
      </p>
    );
  const customer = board.visits.get(remedy.moves[0]!.visit_id)?.row.customer ?? 'The visit';
  async function book(wanted: NonNullable<typeof bookings>) {
    const done = `${customer} is planned.`;
    if (await run({ what: wanted, send: (key) => bookAll(wanted, key), done })) onDone();
  }
  return (
    <Button size="compact-xs" variant="default" loading={isRunning} onClick={() => void book(bookings)}>
      {plainText(board, remedy.words)}
    </Button>
  );
}
