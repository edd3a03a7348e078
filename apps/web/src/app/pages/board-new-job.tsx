import { momentText } from '@muster/domain/assignments/rules';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { notify } from '@muster/ui/toast';
import { scheduleVisit } from '../../features/board/api.ts';
import { NewCustomer } from '../../features/customers/components/new-customer.tsx';
import type { JobRecord } from '../../features/jobs/api.ts';
import { NewJob } from '../../features/jobs/components/new-job.tsx';
import { createAttempts } from '../../lib/attempt.ts';
import { RecordDrawer } from '../../lib/kit/drawer/record-drawer.tsx';
import { useBusiness } from './use-business.ts';

/** An empty place on the board that somebody wants to fill. */
export interface Slot {
  technician: string;
  name: string;
  start: EpochMinutes;
}

interface NewJobInSlotProps {
  slot: Slot;
  onDone: (visit?: string) => void;
}

/** A job whose first visit goes to the place on the board where somebody asked for it. */
export function NewJobInSlot({ slot, onDone }: NewJobInSlotProps) {
  const { zone } = useBusiness();
  const place = `${slot.name}, ${dayInWords(slot.start, zone)} ${timeInWords(slot.start, zone)}`;

  async function plan({ visits }: Pick<JobRecord, 'visits'>) {
    const { id, version } = visits[0]!;
    const body = { version, technicians: [slot.technician], starts_at: momentText(slot.start) };
    try {
      await scheduleVisit(id, body, createAttempts().keyFor(body));
    } catch (error) {
      notify({
        level: 'warning',
        text: `The job is added, but not planned. ${(error as Error).message}`,
        seconds: 10,
      });
    }
    onDone(id);
  }

  return (
    <RecordDrawer isWide title={`New job: ${place}`} onClose={() => onDone()}>
      <NewJob
        customer={undefined}
        renderNewCustomer={(onAdded, onCancel) => (
          <NewCustomer zone={zone} onAdded={onAdded} onCancel={onCancel} />
        )}
        onAdded={(_, job) => void plan(job)}
        onCancel={() => onDone()}
      />
    </RecordDrawer>
  );
}
