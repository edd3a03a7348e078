import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../../../lib/kit/row-skeleton.tsx';
import { type Comparison, comparisonQuery, type Scenario } from '../api.ts';
import { LIVE } from '../model/compare-search.ts';
import { contrastOf, figureInWords, figures, SAME, workInWords } from '../model/figures.ts';
import { hoursInWords, stretchInWords } from '../model/words.ts';
import { ContrastWords } from './compare-figures.tsx';

interface CompareDialogProps {
  scenario: Scenario;
  others: readonly Scenario[];
  /** The day that is shown. */
  date: string;
  onClose: () => void;
}

/** A scenario beside the live board or another scenario, in the figures that a dispatcher asks for. */
export function CompareDialog({ scenario, others, date, onClose }: CompareDialogProps) {
  const [other, setOther] = useState<string>(LIVE);
  const { data, error, refetch } = useQuery({
    ...comparisonQuery(scenario.id, other === LIVE ? undefined : other),
    placeholderData: keepPreviousData,
  });
  return (
    <Modal opened onClose={onClose} size="xl" title={`Compare “${scenario.name}”`}>
      <Stack gap="md">
        <Group align="end" justify="space-between">
          <Select
            label="With"
            w={280}
            allowDeselect={false}
            data={[
              { value: LIVE, label: 'Live board' },
              ...others.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={other}
            onChange={(value) => setOther(value ?? LIVE)}
          />
          <Button
            component="a"
            variant="filled"
            href={`/scenarios/compare?left=${other}&right=${scenario.id}&date=${date}`}
          >
            See both boards
          </Button>
        </Group>
        {error ? (
          <Problem title="Couldn’t compare the boards" error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Figures comparison={data} />
        ) : (
          <RowSkeleton rows={6} height={32} />
        )}
        {data && !error && (
          <Text size="xs" c="dimmed">
            {stretchInWords({ from_date: data.from, to_date: data.to })}, from now on.
          </Text>
        )}
      </Stack>
    </Modal>
  );
}

type Board = Comparison['boards'][number];

function Figures({ comparison: { boards } }: { comparison: Comparison }) {
  const [beside, own] = boards as [Board, Board];
  const people = [...beside.technicians, ...own.technicians.filter(({ id }) => !byId(beside, id))]
    .map(({ id, name }) => {
      const [before, after] = [byId(beside, id), byId(own, id)];
      return { id, name, before, after, words: workInWords(before, after) };
    })
    // Whoever has other work comes first.
    .toSorted((a, b) => Number(a.words === SAME) - Number(b.words === SAME));
  const columns = (
    <>
      <th scope="col">{beside.name}</th>
      <th scope="col">{own.name}</th>
    </>
  );
  return (
    <table className="scenario__figures">
      <thead>
        <tr>
          <th scope="col">Figure</th>
          {columns}
          <th scope="col">{own.name} has</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => {
          const [before, after] = [beside.figures[figure.key], own.figures[figure.key]];
          return (
            <tr key={figure.key}>
              <th scope="row">{figure.label}</th>
              <td>{figureInWords(figure, before)}</td>
              <td>{figureInWords(figure, after)}</td>
              <td>
                <ContrastWords {...contrastOf(figure, before, after)} />
              </td>
            </tr>
          );
        })}
      </tbody>
      <thead>
        <tr>
          <th scope="col">Technician</th>
          {columns}
          <th scope="col">{own.name} has</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ id, name, before, after, words }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <Days person={before} />
            <Days person={after} />
            <td>
              <span className="contrast">{words}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Person = Board['technicians'][number];

function byId({ technicians }: Board, id: string): Person | undefined {
  return technicians.find((person) => person.id === id);
}

/** What somebody has to do on one of the boards. */
function Days({ person }: { person: Person | undefined }) {
  if (!person)
    return (
      <td>
        <small>not on this board</small>
      </td>
    );
  const { visits, driving, overtime } = person;
  return (
    <td>
      {visits} {visits === 1 ? 'visit' : 'visits'}
      <small>
        {hoursInWords(driving)} driving{overtime > 0 && `, ${hoursInWords(overtime)} overtime`}
      </small>
    </td>
  );
}
