import { Group, Select, Stack } from '@mantine/core';
import { itemFields, itemKinds, kindWords } from '@muster/domain/money/items/fields';
import { itemProblem } from '@muster/domain/money/items/rules';
import type { Item } from '@muster/domain/money/items/schema';
import { problemIn, type TypedOf } from '@muster/domain/values/fields';
import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, RefObject } from 'react';
import type { Versioned } from '../../../../lib/changes/own-versions.ts';
import { useIsGstRegistered } from '../../../../lib/choices/gst-registration.ts';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Fact, Facts, linesOf, ReadSection } from '../../../../lib/kit/drawer/reading.tsx';
import { Field } from '../../../../lib/kit/form/field.tsx';
import { useFieldsForm } from '../../../../lib/kit/form/fields-form.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { addItem, editItem, itemQuery } from '../api.ts';
import { gstWords, marginWords, priceLabel, totalWords } from '../model/price-words.ts';
import { KitContents, KitField, kitWords } from './kit.tsx';

type FormValues = TypedOf<typeof itemFields> & Versioned;

const about = ['name', 'code', 'kind', 'unit'] as const;
const ofLabour = ['minimum', 'step'] as const;
const entered = ['price', 'price_includes_gst', 'gst', 'cost'] as const;
const ofGst: ReadonlySet<string> = new Set(['price_includes_gst', 'gst']);

function checkItem(values: FormValues) {
  return problemIn(itemFields, values) ?? itemProblem(values);
}

/** An item for those who keep the price list: read first, edited on a press. */
export function ItemDetail({ item }: { item: Item }) {
  const queryClient = useQueryClient();
  const isRegistered = useIsGstRegistered();
  const { id } = item;
  const keep = (row: Item) => queryClient.setQueryData<Item>(itemQuery(id).queryKey, row);
  const form = useFieldsForm<typeof itemFields, Item>({
    place: `item ${id}`,
    fields: itemFields,
    row: item,
    send: (said, version, key) => editItem(id, { ...said, version }, key),
    done: ({ name }) => `${name} saved.`,
    onSaved: keep,
    onNewer: keep,
    check: checkItem,
  });
  const submit = () => void form.submit();
  const isLabour = item.kind === 'labour';
  return (
    <FormFrame label={item.name} isSaving={form.isSaving} onSubmit={submit}>
      <ReadSection
        title="Item"
        form={form}
        lines={linesOf(itemFields, item, isLabour ? [...about, ...ofLabour] : about)}
      >
        <AboutFields form={form} />
      </ReadSection>
      {form.values.kind === 'kit' ? (
        <ReadSection
          title="In the kit"
          form={form}
          lines={[{ name: 'parts', label: 'Items', value: kitWords(item.parts) }]}
          below={item.kind === 'kit' && <KitContents kit={item} />}
        >
          <PartsField form={form} />
        </ReadSection>
      ) : (
        <ReadSection
          title="Price"
          form={form}
          lines={priceLines(item, isRegistered)}
          fields={['price_includes_gst']}
        >
          <PriceFields form={form} />
        </ReadSection>
      )}
      <FormBar form={form} onSubmit={submit} />
    </FormFrame>
  );
}

/** What customers pay is one number, with GST where the business charges it; what is left of it is for those who see costs. */
function priceLines(
  item: Item,
  isRegistered: boolean,
): ComponentProps<typeof ReadSection<FormValues>>['lines'] {
  const margin = marginWords(item, isRegistered);
  const gst = gstWords(item, isRegistered);
  return [
    { name: 'price', label: priceLabel(isRegistered), value: totalWords(item, isRegistered) },
    ...(gst === '' ? [] : [{ name: 'gst', label: 'Of which', value: gst } as const]),
    ...linesOf(itemFields, item, ['cost']),
    ...(margin === '' ? [] : [{ name: 'price_includes_gst', label: 'Margin', value: margin } as const]),
  ];
}

/** The same for those who only see prices. */
export function ItemReading({ item }: { item: Item }) {
  const isRegistered = useIsGstRegistered();
  const gst = gstWords(item, isRegistered);
  const isLabour = item.kind === 'labour';
  const lines = linesOf(itemFields, item, isLabour ? [...about, ...ofLabour] : about);
  return (
    <>
      <DrawerSection title="Item">
        <Facts>
          {lines
            .filter(({ value }) => value !== '')
            .map(({ name, label, value }) => (
              <Fact key={name} label={label}>
                {value}
              </Fact>
            ))}
        </Facts>
      </DrawerSection>
      {item.kind === 'kit' ? (
        <DrawerSection title="In the kit">
          <KitContents kit={item} />
        </DrawerSection>
      ) : (
        <DrawerSection title="Price">
          <Facts>
            <Fact label={priceLabel(isRegistered)}>{totalWords(item, isRegistered) || 'No price yet'}</Fact>
            {gst !== '' && <Fact label="Of which">{gst}</Fact>}
          </Facts>
        </DrawerSection>
      )}
    </>
  );
}

interface NewItemProps {
  onAdded: (id: string) => void;
  onCancel: () => void;
}

export function NewItem({ onAdded, onCancel }: NewItemProps) {
  const first = useFirstFocus();
  const form = useFieldsForm<typeof itemFields, Item>({
    place: 'item new',
    fields: itemFields,
    row: undefined,
    send: (said, _, key) => addItem({ name: '', ...said }, key),
    done: ({ name }) => `${name} added.`,
    onSaved: ({ id }) => onAdded(id),
    check: checkItem,
  });
  const submit = () => void form.submit();
  return (
    <FormFrame label="New item" isSaving={form.isSaving} onSubmit={submit}>
      <DrawerSection title="Item">
        <AboutFields form={form} first={first} />
      </DrawerSection>
      {form.values.kind === 'kit' ? (
        <DrawerSection title="In the kit">
          <PartsField form={form} />
        </DrawerSection>
      ) : (
        <DrawerSection title="Price">
          <PriceFields form={form} />
        </DrawerSection>
      )}
      <FormBar form={form} onSubmit={submit} label="Add item" always onCancel={onCancel} />
    </FormFrame>
  );
}

interface FieldsProps {
  form: RecordForm<FormValues>;
  first?: RefObject<HTMLInputElement | null>;
}

function AboutFields({ form, first }: FieldsProps) {
  const { kind, minimum, step } = form.values;
  return (
    <Stack gap="sm">
      <Field of={itemFields} form={form} name="name" inputRef={first} />
      <Group grow align="start" gap="sm">
        <Field of={itemFields} form={form} name="code" />
        <Field of={itemFields} form={form} name="unit" />
      </Group>
      <KindField form={form} />
      {(kind === 'labour' || minimum !== null || step !== null) && (
        <Group grow align="start" gap="sm">
          <Field of={itemFields} form={form} name="minimum" />
          <Field of={itemFields} form={form} name="step" />
        </Group>
      )}
    </Stack>
  );
}

/** What one kind has and another has not goes with the change: a kit costs what is in it, and only it has items in it. */
function KindField({ form }: FieldsProps) {
  const { price, cost } = form.row;
  function choose(kind: FormValues['kind']) {
    if (kind === 'kit') form.setAll({ kind, price: null, cost: null, minimum: null, step: null });
    else form.setAll({ kind, parts: [], ...(form.values.kind === 'kit' && { price, cost }) });
  }
  return (
    <Field of={itemFields} form={form} name="kind" words={(kind) => kindWords[kind]}>
      {({ value }) => (
        <Select
          label={itemFields.kind.label}
          allowDeselect={false}
          data={itemKinds.map((kind) => ({ value: kind, label: kindWords[kind] }))}
          value={value}
          onChange={(kind) => kind !== null && choose(kind)}
        />
      )}
    </Field>
  );
}

function PartsField({ form }: FieldsProps) {
  return (
    <Field of={itemFields} form={form} name="parts" words={kitWords}>
      {({ value, set, error }) => <KitField value={value} onChange={set} error={error} />}
    </Field>
  );
}

function PriceFields({ form }: FieldsProps) {
  const isRegistered = useIsGstRegistered();
  return (
    <Stack gap="sm">
      {entered
        .filter((name) => isRegistered || !ofGst.has(name))
        .map((name) => (
          <Field key={name} of={itemFields} form={form} name={name} />
        ))}
    </Stack>
  );
}
