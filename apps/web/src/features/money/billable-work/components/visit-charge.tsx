import { Text } from '@mantine/core';
import type { ReadyVisit } from '@muster/domain/money/billable-work/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { bringBack, leaveOut, readyKey } from '../api.ts';
import { LeaveOutDialog } from './leave-out-dialog.tsx';
import { nameOfVisit } from './ready-list.tsx';

interface VisitChargeProps {
  visit: ReadyVisit;
  isInvoicing: boolean;
  onInvoice: () => void;
}

/** With a finished visit that nobody is charged for yet: the way to its invoice, or why there is none. */
export function VisitCharge({ visit, isInvoicing, onInvoice }: VisitChargeProps) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const [isLeavingOut, setLeavingOut] = useState(false);
  const { id, left_out, is_older } = visit;
  const number = nameOfVisit(visit);

  async function send(what: string, order: Parameters<typeof run>[0]['send'], done: string) {
    await run({ what: [what, id], send: order, done });
    await queryClient.invalidateQueries({ queryKey: readyKey });
    setLeavingOut(false);
  }

  const whyNot = left_out !== null && (
    <Text size="sm" c="dimmed">
      Not charged: {left_out}
    </Text>
  );
  if (left_out !== null && !is_older)
    return (
      <>
        {whyNot}
        <ActionButton
          size="compact-sm"
          aria-label={`Bring back visit ${number}`}
          busy={isRunning}
          onClick={() =>
            void send('bring back', (key) => bringBack([id], key), `Visit ${number} is ready to invoice.`)
          }
        >
          Bring back
        </ActionButton>
      </>
    );
  return (
    <>
      {whyNot}
      <ActionButton
        size="compact-sm"
        variant={is_older ? 'default' : 'filled'}
        aria-label={`Invoice visit ${number}`}
        busy={isInvoicing}
        onClick={onInvoice}
      >
        Invoice
      </ActionButton>
      {!is_older && (
        <ActionButton
          size="compact-sm"
          aria-label={`Leave out visit ${number}`}
          onClick={() => setLeavingOut(true)}
        >
          Leave out
        </ActionButton>
      )}
      {isLeavingOut && (
        <LeaveOutDialog
          what={`visit ${number}`}
          isRunning={isRunning}
          onLeaveOut={(reason) =>
            void send('leave out', (key) => leaveOut([id], reason, key), `Visit ${number} left out.`)
          }
          onClose={() => setLeavingOut(false)}
        />
      )}
    </>
  );
}
