import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PipelineColumn } from '../api.ts';
import { changed } from '../model/office-search.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import { stateNames } from '../model/state-words.ts';
import { EnquiryCard } from './enquiry-card.tsx';
import { StateIcon } from './state-badge.tsx';
import './pipeline.css';

/** One column for each state, in the order in which an enquiry moves on; the card that is due first is on top. */
export function Pipeline({ columns, search }: { columns: PipelineColumn[]; search: OfficeSearch }) {
  return (
    <div className="pipeline">
      {columns.map((column) => (
        <Column key={column.state} column={column} search={search} />
      ))}
    </div>
  );
}

function Column({ column, search }: { column: PipelineColumn; search: OfficeSearch }) {
  const { state, count, cards } = column;
  const heading = `pipeline-${state}`;
  const total = count.toLocaleString('en-AU');
  return (
    <section className="pipeline__column" aria-labelledby={heading}>
      <Group component="h2" id={heading} gap={6} px="xs" py={6} wrap="nowrap" fz="sm">
        <StateIcon state={state} />
        {stateNames[state]}
        <Text component="span" inherit fw={500} c="dimmed" ml="auto">
          {total}
          <VisuallyHidden> {count === 1 ? 'enquiry' : 'enquiries'}</VisuallyHidden>
        </Text>
      </Group>
      {cards.length === 0 ? (
        <Text size="xs" c="dimmed" px="xs" py={4}>
          No enquiries
        </Text>
      ) : (
        <ul className="pipeline__cards">
          {cards.map((enquiry) => (
            <li key={enquiry.id}>
              <EnquiryCard enquiry={enquiry} />
            </li>
          ))}
          {count > cards.length && (
            <li>
              <Button
                variant="subtle"
                size="xs"
                fullWidth
                renderRoot={(props) => (
                  <Link
                    to="/office"
                    search={changed(search, { view: 'table', state })}
                    activeOptions={{ exact: true }}
                    {...props}
                  />
                )}
              >
                See all {total} in the table
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
