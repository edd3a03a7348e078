import { Modal, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { type Comparison, comparisonQuery, type Scenario } from '../api.ts';
import { differenceInWords, hoursInWords, stretchInWords } from '../model/words.ts';

interface CompareDialogProps {
  scenario: Scenario;
  others: readonly Scenario[];
  onClose: () => void;
}

const live = 'live';

/** A scenario beside the live board or another scenario, in the figures that a dispatcher asks for. */
export function CompareDialog({ scenario, others, onClose }: CompareDialogProps) {
  const [other, setOther] = useState<string>(live);
  const { data, error, refetch } = useQuery({
    ...comparisonQuery(scenario.id, other === live ? undefined : other),
    placeholderData: keepPreviousData,
  });
  return (
    <Modal opened onClose={onClose} size="lg" title={`Compare “${scenario.name}”`}>
      <Stack gap="sm">
        <Select
          label="With"
          allowDeselect={false}
          data={[
            { value: live, label: 'Live board' },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={other}
          onChange={(value) => setOther(value ?? live)}
        />
        {data ? (
          <Figures comparison={data} />
        ) : error ? (
          <Problem title="The figures could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <RowSkeleton rows={6} height={32} />
        )}
        <Text size="xs" c="dimmed">
          From now on, over {stretchInWords(scenario)}.
        </Text>
      </Stack>
    </Modal>
  );
}

type Board = Comparison['boards'][number];

const totals: readonly { key: keyof Board['figures']; label: string; isTime?: true }[] = [
  { key: 'placed', label: 'Visits placed' },
  { key: 'unplaced', label: 'Visits not placed' },
  { key: 'driving', label: 'Driving', isTime: true },
  { key: 'overtime', label: 'Overtime', isTime: true },
  { key: 'kept', label: 'Promises kept' },
  { key: 'late', label: 'Promises broken' },
];

function Figures({ comparison: { boards } }: { comparison: Comparison }) {
  const [beside, own] = boards as [Board, Board];
  const people = [...beside.technicians, ...own.technicians.filter(({ id }) => !byId(beside, id))];
  return (
    <table className="scenario__figures">
      <thead>
        <tr>
          <th scope="col">From now on</th>
          <th scope="col">{beside.name}</th>
          <th scope="col">{own.name}</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ key, label, isTime = false }) => {
          const [before, after] = [beside.figures[key], own.figures[key]];
          return (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{isTime ? hoursInWords(before) : before}</td>
              <td>{isTime ? hoursInWords(after) : after}</td>
              <td>{differenceInWords(before, after, isTime)}</td>
            </tr>
          );
        })}
      </tbody>
      <thead>
        <tr>
          <th scope="col">Visits, driving</th>
          <th scope="col">{beside.name}</th>
          <th scope="col">{own.name}</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ id, name }) => {
          const [before, after] = [byId(beside, id), byId(own, id)];
          return (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{dayOf(before)}</td>
              <td>{dayOf(after)}</td>
              <td>{differenceInWords(before?.visits ?? 0, after?.visits ?? 0, false)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type Person = Board['technicians'][number];

function byId({ technicians }: Board, id: string): Person | undefined {
  return technicians.find((person) => person.id === id);
}

function dayOf(person: Person | undefined): string {
  if (!person) return '';
  const overtime = person.overtime > 0 ? `, ${hoursInWords(person.overtime)} over` : '';
  return `${person.visits}, ${hoursInWords(person.driving)}${overtime}`;
}
