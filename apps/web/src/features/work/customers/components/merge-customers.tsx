import { Group, List, Modal, Radio, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Field, valueInWords } from '@muster/domain/values/fields';
import { mergedOf } from '@muster/domain/values/field-merge';
import { listInWords } from '@muster/domain/values/words';
import { customerFields, type MergeChoice, mergeChoices } from '@muster/domain/work/customers/fields';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { SearchSelect } from '../../../../lib/kit/form/search-select.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { type CustomerRecord, mergeCustomers, type MergePreview, mergeQuery, othersQuery } from '../api.ts';

interface MergeCustomersProps {
  /** The one who stays. */
  customer: CustomerRecord;
  onClose: () => void;
}

const pauseMs = 150;

/** Another customer turned out to be this one: who, what comes together, and what stays where they differ. */
export function MergeCustomers({ customer, onClose }: MergeCustomersProps) {
  const { id, name } = customer;
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const [other, setOther] = useState<string>();
  const [taken, setTaken] = useState<readonly MergeChoice[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const { data: preview } = useQuery(mergeQuery(id, other));

  async function merge({ customer, other }: MergePreview) {
    const body = {
      other_id: other.id,
      version: customer.version,
      other_version: other.version,
      take: [...taken],
    };
    const row = await run({
      what: body,
      send: (key) => mergeCustomers(id, body, key),
      done: `${other.name} merged into ${customer.name}.`,
      onRefused({ message }) {
        setRefusal(message);
        return true;
      },
    });
    if (!row) return;
    void queryClient.invalidateQueries({ queryKey: ['customers'] });
    onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={`Merge with ${name}`}
      withCloseButton
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
    >
      <Stack gap="md">
        <OtherPicker
          except={id}
          value={other}
          onChange={(id) => {
            setOther(id);
            setTaken([]);
            setRefusal(undefined);
          }}
        />
        {preview && (
          <>
            <Differences preview={preview} taken={taken} onChange={setTaken} />
            <Together preview={preview} />
            <Refusal text={refusal ?? preview.problem ?? undefined} />
          </>
        )}
        <Group gap="xs">
          <ActionButton
            variant="filled"
            busy={isRunning}
            disabled={!preview || preview.problem !== null}
            onClick={() => preview && void merge(preview)}
          >
            Merge
          </ActionButton>
          <ActionButton variant="subtle" onClick={onClose}>
            Cancel
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}

interface OtherPickerProps {
  except: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

function OtherPicker({ except, value, onChange }: OtherPickerProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const { data = [], isFetching } = useQuery({ ...othersQuery(search), placeholderData: keepPreviousData });
  const [known, setKnown] = useState<{ value: string; label: string }>();
  const choices = data
    .filter(({ id }) => id !== except)
    .map(({ id, name, suburb, phone }) => ({
      value: id,
      label: [name, suburb, phone].filter(Boolean).join(' · '),
    }));
  const isListed = known === undefined || choices.some((choice) => choice.value === known.value);
  return (
    <SearchSelect
      label="The same customer as"
      placeholder="Name, phone or suburb"
      thing="customer"
      clearable
      choices={isListed ? choices : [known, ...choices]}
      value={value ?? null}
      nothingFoundMessage={search === '' ? undefined : isFetching ? 'Searching…' : 'No results'}
      isSearching={isFetching || search !== typed.trim()}
      onTyped={setTyped}
      onChange={(id) => {
        setTyped('');
        setKnown(choices.find((choice) => choice.value === id));
        onChange(id ?? undefined);
      }}
    />
  );
}

interface DifferencesProps {
  preview: MergePreview;
  taken: readonly MergeChoice[];
  onChange: (taken: readonly MergeChoice[]) => void;
}

/** Where both say something else, somebody chooses. */
function Differences({ preview: { customer, other }, taken, onChange }: DifferencesProps) {
  const differing = mergeChoices.filter((field) => {
    const { [field]: one } = customer;
    const { [field]: another } = other;
    return one !== '' && one !== null && another !== '' && another !== null && one !== another;
  });
  return differing.map((field) => (
    <Radio.Group
      key={field}
      label={customerFields[field].label}
      value={taken.includes(field) ? 'other' : 'this'}
      onChange={(side) =>
        onChange(side === 'other' ? [...taken, field] : taken.filter((one) => one !== field))
      }
    >
      <Group gap="md" mt={4}>
        <Radio value="this" label={valueInWords(customerFields[field] as Field, customer[field])} />
        <Radio value="other" label={valueInWords(customerFields[field] as Field, other[field])} />
      </Group>
    </Radio.Group>
  ));
}

/** "Tags and note": what is kept of both. */
const bothWords = listInWords(
  Object.values(customerFields)
    .filter((field) => field.kind !== 'flag' && 'together' in field)
    .map(({ label }, at) => (at === 0 ? label : label.toLowerCase())),
);

/** As many as are named in a line. */
const mostNamed = 3;

function Together({ preview }: { preview: MergePreview }) {
  const { customer, other, jobs, files, contacts, sites, same_sites } = preview;
  const counted = (count: number, thing: string) =>
    `${count.toLocaleString('en-AU')} ${thing}${count === 1 ? '' : 's'}`;
  const named = (names: readonly string[]) =>
    names.length > mostNamed
      ? listInWords([...names.slice(0, mostNamed), `${names.length - mostNamed} more`])
      : listInWords(names);
  const moved = [
    jobs > 0 && counted(jobs, 'job'),
    files > 0 && counted(files, 'file'),
    sites.length > 0 && `${counted(sites.length, 'site')}: ${named(sites)}`,
    contacts.length > 0 && `${counted(contacts.length, 'contact')}: ${named(contacts)}`,
  ].filter((line) => line !== false);
  const { tell_by_mail } = mergedOf(customerFields, customer, other);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={550}>
        What’s combined
      </Text>
      <List size="sm">
        {moved.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
        {same_sites.length > 0 && (
          <List.Item>
            At the same address, so one site: {named(same_sites)}. Hazards and access notes of both are kept.
          </List.Item>
        )}
        <List.Item>{bothWords} of both. A phone or email that isn’t kept becomes a contact.</List.Item>
        {customer.tell_by_mail !== tell_by_mail && (
          <List.Item>{other.name} gets no visit updates, so neither does the merged customer.</List.Item>
        )}
      </List>
      <Text size="sm" c="dimmed">
        {other.name} is archived, and its address leads here. You can undo this for 30 days.
      </Text>
    </Stack>
  );
}
