import { useQueryClient } from '@tanstack/react-query';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { RowItem, Rows } from '../../../../lib/kit/rows/rows.tsx';
import { deactivate, type Licences, licencesQuery } from '../api.ts';

/** Who uses a licence, and the way to give it back. */
export function Holders({ holders }: { holders: Licences['used_by'] }) {
  return (
    <Rows label="Technicians with a licence">
      {holders.map((holder) => (
        <Holder key={holder.id} holder={holder} />
      ))}
    </Rows>
  );
}

function Holder({ holder: { id, name } }: { holder: Licences['used_by'][number] }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();

  async function giveBack() {
    const send = (key: string) => deactivate(id, key);
    await run({ what: id, send, done: `${name} is now inactive, and the licence is free.` });
    await queryClient.invalidateQueries({ queryKey: licencesQuery.queryKey });
  }

  return (
    <RowItem
      title={name}
      aside={
        <ActionButton
          size="compact-sm"
          busy={isRunning}
          aria-label={`Deactivate ${name}`}
          onClick={() => void giveBack()}
        >
          Deactivate
        </ActionButton>
      }
    />
  );
}
