import { Modal } from '@mantine/core';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { slotsOfVisit } from '../../../../lib/board/slots.ts';
import { SlotList } from '../../../../lib/kit/choices/slot-list.tsx';
import { useFocusBack } from '../../../../lib/kit/use-focus-back.ts';

interface FindSlotProps {
  board: Board;
  visit: string;
  /** The first day that is shown. */
  from: string;
  onBook: (technicians: readonly string[], start: EpochMinutes) => void;
  onClose: () => void;
}

/** The best places for a visit, with the reasons; Enter books the one that has the focus. */
export function FindSlot({ board, visit, from, onBook, onClose }: FindSlotProps) {
  useFocusBack();
  const { row } = board.visits.get(visit)!;
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Find a slot for ${row.customer}`}
      withCloseButton
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
    >
      <SlotList
        search={slotsOfVisit(visit)}
        from={from}
        zone={board.business.zone}
        nameOf={(id) => board.technicians.get(id)?.row.name ?? 'Someone'}
        takesFocus
        onChoose={({ technicians, starts_at }) => onBook(technicians, minuteOf(starts_at))}
      />
    </Modal>
  );
}
