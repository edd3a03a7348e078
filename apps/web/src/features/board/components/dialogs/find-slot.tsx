import { Modal, Text, UnstyledButton } from '@mantine/core';
import { minuteOf } from '@muster/domain/assignments/rules';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { listInWords } from '@muster/domain/scheduling/board/words/scene';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { useQuery } from '@tanstack/react-query';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import { Problem } from '../../../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../../../lib/kit/row-skeleton.tsx';
import { useFocusBack } from '../../../../lib/kit/use-focus-back.ts';
import { slotsQuery } from '../../api.ts';
import { priceInWords } from '../../../../lib/slot-price.ts';
import './find-slot.css';

interface FindSlotProps {
  board: Board;
  visit: string;
  /** The first day that is shown. */
  from: string;
  onBook: (technicians: readonly string[], start: EpochMinutes) => void;
  onClose: () => void;
}

/** The five best places for a visit, with the reasons; Enter books the one that has the focus. */
export function FindSlot({ board, visit, from, onBook, onClose }: FindSlotProps) {
  useFocusBack();
  const { zone } = board.business;
  const { row } = board.visits.get(visit)!;
  const query = useQuery(slotsQuery(visit, from));
  // The places come after the dialog has opened, and with it its own first focus.
  const first = useFirstFocus<HTMLButtonElement>(query.isSuccess);
  const nameOf = (id: string) => board.technicians.get(id)?.row.name ?? 'Somebody';
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Find a slot for ${row.customer}`}
      withCloseButton
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
    >
      {query.isPending && <RowSkeleton rows={5} height={48} label="Looking for the best places" />}
      {query.error && (
        <Problem
          title="No places could be looked for"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data?.length === 0 && (
        <Text>
          Within a week nobody has room for it who may do it. Open the visit to see what it asks for, or look
          from a later day on.
        </Text>
      )}
      <ol className="find-slot">
        {query.data?.map(({ technicians, starts_at, driving, reasons }, place) => {
          const start = minuteOf(starts_at);
          return (
            <li key={`${technicians.join(' ')} ${starts_at}`}>
              <UnstyledButton
                className="find-slot__place"
                {...(place === 0 && { ref: first })}
                onClick={() => onBook(technicians, start)}
              >
                <b>
                  {listInWords(technicians.map(nameOf))}, {dayInWords(start, zone)} {timeInWords(start, zone)}
                </b>
                <em>{priceInWords(driving)}</em>
                <span>{reasons.join(' · ')}</span>
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </Modal>
  );
}
