import { ActionIcon, Button, Switch, Text } from '@mantine/core';
import type { CustomerPrice, CustomerPriceRow } from '@muster/domain/money/customer-terms/schema';
import { priceOf } from '@muster/domain/money/items/rules';
import type { Item } from '@muster/domain/money/items/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { Icon } from '@muster/ui/icon';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { useIsGstRegistered } from '../../../../lib/choices/gst-registration.ts';
import { chosenItemQuery } from '../../../../lib/choices/items.ts';
import { ItemPicker } from '../../../../lib/kit/choices/item-picker.tsx';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Entry } from '../../../../lib/kit/entry.tsx';
import { EntryForm } from '../../../../lib/kit/form/fields-form.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { MoneyField } from '../../../../lib/kit/form/money-field.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useRecords } from '../../../../lib/kit/list/use-records.ts';
import { addPrice, agreedPricesQuery, editPrice, removePrice } from '../api.ts';

interface AgreedPricesProps {
  customer: string;
  canEdit: boolean;
}

/** Prices that count for one customer in place of the price list's. */
export function AgreedPrices({ customer, canEdit }: AgreedPricesProps) {
  const { rows, isLoading, hasMore, loadMore, error } = useRecords(agreedPricesQuery(customer));
  /** The price that is being edited; `new` for one that is being added. */
  const [edited, setEdited] = useState<string>();
  const close = () => setEdited(undefined);
  if (!canEdit && rows.length === 0 && !error) return null;
  return (
    <DrawerSection
      title="Agreed prices"
      action={
        canEdit &&
        edited === undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEdited('new')}>
            Add price
          </Button>
        )
      }
    >
      {error && <Text c="dimmed">We couldn’t load the agreed prices.</Text>}
      {!isLoading && !error && rows.length === 0 && edited === undefined && (
        <Text c="dimmed">None. The price list applies.</Text>
      )}
      <ul className="entries">
        {rows.map((row) => (
          <li key={row.id}>
            {row.id === edited ? (
              <PriceForm customer={customer} price={row} onClose={close} />
            ) : (
              <PriceEntry price={row} canEdit={canEdit} onEdit={() => setEdited(row.id)} />
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="subtle" size="compact-sm" onClick={loadMore}>
          Show more
        </Button>
      )}
      {edited === 'new' && <PriceForm customer={customer} price={undefined} onClose={close} />}
    </DrawerSection>
  );
}

/** "$13.75": what everybody pays for one, with GST where the business charges it. */
function totalOf(item: Parameters<typeof priceOf>[0], isRegistered: boolean): string {
  const price = priceOf(item, isRegistered);
  return price === undefined ? 'no price' : centsInWords(price.total);
}

/** What is sold piece by piece: of it nobody says what a price is for. */
function isCounted(unit = ''): boolean {
  return unit === '' || unit === 'each';
}

interface PriceEntryProps {
  price: CustomerPriceRow;
  canEdit: boolean;
  onEdit: () => void;
}

function PriceEntry({ price, canEdit, onEdit }: PriceEntryProps) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const { id, item, customer_id } = price;
  const isRegistered = useIsGstRegistered();
  const own = totalOf({ ...price, gst: item.gst }, isRegistered);
  const unit = isCounted(item.unit) ? '' : ` / ${item.unit}`;
  const about = [item.code, `list ${totalOf(item, isRegistered)}`].filter(Boolean).join(' · ');

  async function remove() {
    await run({ what: id, send: (key) => removePrice(id, key), done: `Price of ${item.name} removed.` });
    await queryClient.invalidateQueries({ queryKey: agreedPricesQuery(customer_id).queryKey });
  }

  if (!canEdit)
    return (
      <div className="entries__one">
        <span className="entries__text">
          <Text span fw={550}>
            {item.name}
          </Text>
          <Text span size="xs" c="dimmed">
            {about}
          </Text>
        </span>
        <b>
          {own}
          {unit}
        </b>
      </div>
    );
  return (
    <Entry
      title={item.name}
      text={about}
      onEdit={onEdit}
      aside={
        <>
          <b>
            {own}
            {unit}
          </b>
          <ActionIcon
            variant="subtle"
            c="dimmed"
            aria-label={`Remove the price of ${item.name}`}
            disabled={isRunning}
            onClick={() => void remove()}
          >
            <Icon name="cross" />
          </ActionIcon>
        </>
      }
    />
  );
}

/** As the form has it: what nobody has said yet is as the list has it. */
interface Values {
  id: string;
  version: number;
  item_id: string | null;
  price: number | null;
  price_includes_gst: boolean | null;
}

interface PriceFormProps {
  customer: string;
  /** Undefined: a new one. */
  price: CustomerPriceRow | undefined;
  onClose: () => void;
}

function PriceForm({ customer, price, onClose }: PriceFormProps) {
  const queryClient = useQueryClient();
  const isRegistered = useIsGstRegistered();
  const first = useFirstFocus();
  const { tell } = useUndo();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: agreedPricesQuery(customer).queryKey });
  const form = useRecordForm<Values, { row: CustomerPrice; change: number; made: boolean }>({
    place: `customer price ${price?.id ?? `new ${customer}`}`,
    row: price ?? { id: 'new', version: 0, item_id: null, price: null, price_includes_gst: null },
    send(said, { version }, key) {
      const includes = said.price_includes_gst ?? inList?.price_includes_gst ?? false;
      const amount = { ...(typeof said.price === 'number' && { price: said.price }) };
      if (!price)
        return addPrice(
          customer,
          { item_id: said.item_id!, price: said.price!, price_includes_gst: includes },
          key,
        );
      const gst = { ...(typeof said.price_includes_gst === 'boolean' && { price_includes_gst: includes }) };
      return editPrice(price.id, { version, ...amount, ...gst }, key);
    },
    onSaved({ change, made }) {
      tell(price ? `Price of ${price.item.name} saved.` : 'Price added.', [{ change, made }]);
      void readAgain();
      onClose();
    },
    onNewer: () => void readAgain(),
    check(values) {
      if (values.item_id === null) return { field: 'item_id', text: 'Choose an item of the price list.' };
      return values.price === null ? { field: 'price', text: 'Enter the price.' } : undefined;
    },
  });
  const { item_id } = form.values;
  const inList: Item | undefined = useQuery(chosenItemQuery(item_id)).data;
  return (
    <EntryForm
      form={form}
      label={price ? `Price of ${price.item.name}` : 'New price'}
      verb={price ? 'Save' : 'Add price'}
      onClose={onClose}
    >
      {price ? (
        <Text fw={550}>{price.item.name}</Text>
      ) : (
        <FormField form={form} name="item_id" label="Item">
          {({ value, set, error }) => (
            <ItemPicker label="Item" value={value} onChange={set} inputRef={first} error={error} />
          )}
        </FormField>
      )}
      <FormField
        form={form}
        name="price"
        label="Price"
        words={(cents) => (cents === null ? 'None' : centsInWords(cents))}
      >
        {({ value, set, error }) => (
          <MoneyField
            label={`Price for this customer${isCounted(inList?.unit) ? '' : `, per ${inList?.unit}`}`}
            value={value}
            onChange={set}
            error={error}
            inputRef={price ? first : undefined}
            description={
              inList &&
              `The price list says ${totalOf(inList, isRegistered)}${isRegistered ? ' including GST' : ''}.`
            }
          />
        )}
      </FormField>
      {isRegistered && (
        <FormField
          form={form}
          name="price_includes_gst"
          label="GST"
          words={(includes) => (includes ? 'Included' : 'Added')}
        >
          {({ value, set }) => (
            <Switch
              label="Price includes GST"
              checked={value ?? inList?.price_includes_gst ?? false}
              onChange={({ target }) => set(target.checked)}
            />
          )}
        </FormField>
      )}
    </EntryForm>
  );
}
