import { Button, Text, UnstyledButton } from '@mantine/core';
import { minuteOf } from '@muster/domain/assignments/rules';
import { listInWords } from '@muster/domain/scheduling/board/words/scene';
import type { WantedVisit } from '@muster/domain/slots/schema';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { priceInWords } from '../slot-price.ts';
import { type Slot, wantedSlotsQuery } from '../slots.ts';
import { RowSkeleton } from './row-skeleton.tsx';
import { useCrew } from './use-crew.ts';
import './offered-slots.css';

interface OfferedSlotsProps {
  /** What is known of the visit; nothing where that is not enough to ask. */
  wanted: WantedVisit | undefined;
  zone: string;
  chosen: Slot | undefined;
  onChoose: (slot: Slot | undefined) => void;
}

/** Five places for a visit that does not exist yet, while the customer is on the line. What is chosen is booked with the job. */
export function OfferedSlots({ wanted, zone, chosen, onChoose }: OfferedSlotsProps) {
  const [asked, setAsked] = useState<WantedVisit>();
  // What was offered for something else is no offer.
  const isAsked = asked !== undefined && JSON.stringify(asked) === JSON.stringify(wanted);
  const { data, isPending, error } = useQuery({
    ...wantedSlotsQuery(asked ?? { duration: 60 }),
    enabled: isAsked,
  });
  const { nameOf } = useCrew();
  if (!isAsked)
    return (
      <Button
        size="compact-sm"
        className="offered-slots__find"
        disabled={wanted === undefined}
        onClick={() => setAsked(wanted)}
      >
        Find a slot
      </Button>
    );
  if (error)
    return (
      <Text c="danger" role="alert">
        {error.message}
      </Text>
    );
  if (isPending) return <RowSkeleton rows={5} height={44} label="Looking for the best places" />;
  if (data.length === 0) return <Text>Within a week nobody has room for it who may do it.</Text>;
  return (
    <ol className="offered-slots" aria-label="Slots">
      {data.map((slot) => {
        const { technicians, starts_at, driving, reasons } = slot;
        const start = minuteOf(starts_at);
        const isChosen = chosen?.starts_at === starts_at && chosen.technicians.join() === technicians.join();
        return (
          <li key={`${technicians.join()} ${starts_at}`}>
            <UnstyledButton
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? undefined : slot)}
            >
              <b>
                {dayInWords(start, zone)} {timeInWords(start, zone)}, {listInWords(technicians.map(nameOf))}
              </b>
              <em>{priceInWords(driving)}</em>
              <span>{reasons.join(' · ')}</span>
            </UnstyledButton>
          </li>
        );
      })}
    </ol>
  );
}
