import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { WantedVisit } from '@muster/domain/dispatch/slots/schema';
import { type Slot, slotsOfWanted } from '../../board/slots.ts';
import { SlotList } from './slot-list.tsx';
import { useCrew } from './use-crew.ts';

interface OfferedSlotsProps {
  /** What is known of the visit; nothing where that is not enough to ask. */
  wanted: WantedVisit | undefined;
  /** What has to be said before anything can be offered. */
  lacking: string;
  zone: string;
  chosen: Slot | undefined;
  onChoose: (slot: Slot | undefined) => void;
  /** Books what is chosen. */
  onConfirm: () => void;
}

/** Somebody who types on has not said it all. */
const pauseMs = 500;

/**
 * Places for a visit that does not exist yet, looked for while somebody types: nobody waits for them. What is chosen is agreed, and
 * booked with the job.
 */
export function OfferedSlots({ wanted, lacking, zone, chosen, onChoose, onConfirm }: OfferedSlotsProps) {
  const said = wanted && JSON.stringify(wanted);
  const [asked] = useDebouncedValue(said, pauseMs);
  const { nameOf } = useCrew();
  if (said === undefined || asked === undefined)
    return (
      <Text size="sm" c="dimmed">
        {said === undefined ? lacking : 'Finding the best slots…'}
      </Text>
    );
  return (
    <SlotList
      search={slotsOfWanted(JSON.parse(asked) as WantedVisit)}
      zone={zone}
      nameOf={nameOf}
      chosen={chosen}
      onChoose={(slot) => onChoose(slot === chosen ? undefined : slot)}
      onConfirm={onConfirm}
    />
  );
}
