import { Text } from '@mantine/core';
import type { LabourRate as Rate } from '@muster/domain/money/labour-rates/schema';
import { priceOf } from '@muster/domain/money/items/rules';
import { centsInWords } from '@muster/domain/values/cents';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useIsGstRegistered } from '../../../../lib/choices/gst-registration.ts';
import { chosenItemQuery } from '../../../../lib/choices/items.ts';
import { ItemPicker } from '../../../../lib/kit/choices/item-picker.tsx';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { labourRateQuery, setLabourRate } from '../api.ts';

interface LabourRateProps {
  technician: { id: string; name: string };
  /** The item that everybody else is charged by; null: the only one of its kind. */
  usual: string | null;
  canEdit: boolean;
}

/** What an hour of a technician costs customers: their own item of the price list, or the usual one. */
export function LabourRate({ technician, usual, canEdit }: LabourRateProps) {
  const { id, name } = technician;
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const { queryKey } = labourRateQuery(id);
  const isRegistered = useIsGstRegistered();
  const rate = useQuery(labourRateQuery(id)).data;
  const own = rate?.item_id ?? null;
  const charged = useQuery(chosenItemQuery(own ?? usual)).data;
  const usualItem = useQuery(chosenItemQuery(usual)).data;
  if (!rate) return null;

  async function choose({ version }: Rate, item_id: string | null) {
    const row = await run({
      what: [id, version, item_id],
      send: (key) => setLabourRate(id, { version, item_id }, key),
      done: item_id === null ? `${name} is charged as usual.` : `Labour rate of ${name} saved.`,
    });
    if (row) queryClient.setQueryData<Rate>(queryKey, row);
    else void queryClient.invalidateQueries({ queryKey });
  }

  const price = charged && priceOf(charged, isRegistered);
  const words =
    charged &&
    `${charged.name}: ${price === undefined ? 'no price yet' : `${centsInWords(price.total)} an hour${isRegistered ? ' including GST' : ''}`}`;
  return (
    <DrawerSection title="Labour rate">
      {canEdit ? (
        <div aria-busy={isRunning}>
          <ItemPicker
            label="Charged by"
            kind="labour"
            placeholder={usualItem ? `As usual: ${usualItem.name}` : 'As usual'}
            {...(words !== undefined && { description: words })}
            value={own}
            onChange={(item_id) => void choose(rate, item_id)}
          />
        </div>
      ) : (
        <Text>{words ?? 'As usual'}</Text>
      )}
    </DrawerSection>
  );
}
