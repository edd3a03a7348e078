import { Menu } from '@mantine/core';
import type { Customer } from '@muster/domain/customers/schema';
import { useQueryClient } from '@tanstack/react-query';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { MoreMenu } from '../../../lib/kit/more-menu.tsx';
import { archiveCustomer, type CustomerRecord, customerQuery, restoreCustomer } from '../api.ts';

/** What can be done with a customer as a whole. */
export function CustomerActions({ customer }: { customer: CustomerRecord }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const { id, version, name } = customer;

  async function act(
    what: string,
    send: (key: string) => Promise<{ row: Customer; change: number; made: boolean }>,
    done: string,
  ) {
    const row = await run({ what: [id, version, what], send, done });
    if (!row) return;
    queryClient.setQueryData<CustomerRecord>(
      customerQuery(id).queryKey,
      (known) => known && { ...known, ...row },
    );
  }

  if (customer.archived_at !== null) {
    return (
      <ActionButton
        size="compact-sm"
        busy={isRunning}
        onClick={() => void act('restore', (key) => restoreCustomer(id, key), `${name} is back.`)}
      >
        Restore
      </ActionButton>
    );
  }
  return (
    <MoreMenu>
      <Menu.Item
        onClick={() => void act('archive', (key) => archiveCustomer(id, key), `${name} is archived.`)}
      >
        Archive
      </Menu.Item>
    </MoreMenu>
  );
}
