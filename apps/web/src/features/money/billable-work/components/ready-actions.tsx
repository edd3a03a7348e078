import { Button } from '@mantine/core';
import type { ReadyVisit } from '@muster/domain/money/billable-work/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkBar, type BulkProps, useBulk } from '../../../../lib/kit/list/bulk-bar.tsx';
import { noSelection } from '../../../../lib/kit/list/selection.ts';
import { bringBack, invoiceWork, leaveOut, readyKey } from '../api.ts';
import { invoicePiles, type Pile, split, visitsInWords } from '../model/piles.ts';
import { LeaveOutDialog } from './leave-out-dialog.tsx';

interface ReadyActionsProps extends BulkProps<ReadyVisit> {
  /** Whether these are the visits that were left out. */
  areLeftOut: boolean;
  /** Makes one draft and opens it. */
  onInvoice: (pile: Pile) => void;
  isInvoicing: boolean;
}

/** What can be done with finished visits that are selected: those of several customers become a draft for each. */
export function ReadyActions(props: ReadyActionsProps) {
  const { rows, selection, onSelect, areLeftOut, onInvoice, isInvoicing } = props;
  const queryClient = useQueryClient();
  const { run, isRunning } = useBulk<Pile>();
  const [isLeavingOut, setLeavingOut] = useState(false);
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  const customers = new Set(selected.map(({ customer_id }) => customer_id));
  const ofSame = rows.filter(({ customer_id }) => customers.has(customer_id));
  /** Those that were left out one by one: what is left out by its day is invoiced as it is. */
  const apart = selected.filter(({ is_older }) => !is_older);
  const isBusy = isRunning || isInvoicing;

  async function each(order: Parameters<typeof run>[0]) {
    const isDone = await run(order);
    void queryClient.invalidateQueries({ queryKey: readyKey });
    if (isDone) onSelect(noSelection);
    return isDone;
  }

  function invoice() {
    const piles = invoicePiles(selected);
    if (piles.length === 1) return onInvoice(piles[0]!);
    void each({
      rows: piles,
      send: ({ visits }, key) => invoiceWork({ visits }, key),
      done: (count) => `${count} drafts added.`,
    });
  }

  async function leave(reason: string) {
    await each({
      rows: split(selected),
      send: ({ visits }, key) => leaveOut(visits, reason, key),
      done: () => `${visitsInWords(selected.length)} left out.`,
    });
    setLeavingOut(false);
  }

  return (
    <>
      <BulkBar count={selected.length} onClear={() => onSelect(noSelection)}>
        {areLeftOut && apart.length > 0 ? (
          <Button
            variant="filled"
            disabled={isBusy}
            onClick={() =>
              void each({
                rows: split(apart),
                send: ({ visits }, key) => bringBack(visits, key),
                done: () => `${visitsInWords(apart.length)} brought back.`,
              })
            }
          >
            Bring back
          </Button>
        ) : (
          <>
            <Button variant="filled" disabled={isBusy} onClick={invoice}>
              {customers.size > 1 ? `Invoice ${customers.size} customers` : 'Invoice'}
            </Button>
            {customers.size === 1 && ofSame.length > selected.length && (
              <Button
                onClick={() =>
                  onSelect({ ids: new Set(ofSame.map(({ id }) => id)), anchor: selection.anchor })
                }
              >
                Select all {ofSame.length} of {selected[0]!.customer_name}
              </Button>
            )}
            {!areLeftOut && (
              <Button disabled={isBusy} onClick={() => setLeavingOut(true)}>
                Leave out…
              </Button>
            )}
          </>
        )}
      </BulkBar>
      {isLeavingOut && selected.length > 0 && (
        <LeaveOutDialog
          what={visitsInWords(selected.length)}
          isRunning={isRunning}
          onLeaveOut={(reason) => void leave(reason)}
          onClose={() => setLeavingOut(false)}
        />
      )}
    </>
  );
}
