import type { ReminderPlan } from '@muster/domain/messages/payment-reminders/schema';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvoicePart } from '../../../features/money/invoices/components/issued-view.tsx';
import type { TimelineEntry } from '../../../lib/kit/document/timeline.tsx';
import { chooseReminders, remindersQuery } from '../../../features/money/payment-reminders/api.ts';
import { StopDialog } from '../../../features/money/payment-reminders/components/stop-dialog.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { useKeepsMoney } from './use-money.ts';

/** The reminders that leave by the owner's rule: when the next one does, and stopping them for one invoice. */
export function useReminding({ id, number, kind, outstanding }: InvoiceRecord): InvoicePart {
  const isOwed = kind === 'invoice' && outstanding > 0;
  const { data } = useQuery({ ...remindersQuery(id), enabled: isOwed });
  const { run, isRunning } = useCommand();
  const [isStopping, setStopping] = useState(false);
  const keepsMoney = useKeepsMoney();
  const name = 'reminding';
  if (!isOwed || !data) return { name };
  const { stop, next_on } = data;

  async function choose(is_on: boolean, reason = '') {
    const chosen = await run({
      what: [id, 'reminders', is_on, reason, stop?.version],
      send: (key) => chooseReminders(id, { is_on, reason }, key),
      done: is_on ? `Reminders of ${number} resumed.` : `Reminders of ${number} stopped.`,
    });
    if (chosen) setStopping(false);
  }

  return {
    name,
    entries: entriesOf(data),
    actions: !keepsMoney
      ? []
      : stop !== null
        ? [
            {
              label: 'Resume reminders',
              place: 'menu',
              onPress: () => void choose(true),
              isBusy: isRunning,
            },
          ]
        : next_on !== null
          ? [{ label: 'Stop reminders', place: 'menu', onPress: () => setStopping(true) }]
          : [],
    open: isStopping && (
      <StopDialog
        number={number}
        isRunning={isRunning}
        onStop={(reason) => void choose(false, reason)}
        onClose={() => setStopping(false)}
      />
    ),
  };
}

function entriesOf({ stop, next_on }: ReminderPlan): TimelineEntry[] {
  if (stop !== null)
    return [
      {
        key: 'reminders stopped',
        kind: 'reminded',
        at: stop.at,
        text: 'Reminders stopped',
        ...(stop.reason !== '' && { detail: stop.reason }),
      },
    ];
  if (next_on === null) return [];
  return [{ key: 'next reminder', kind: 'reminded', at: next_on, text: 'Next reminder', isAhead: true }];
}
