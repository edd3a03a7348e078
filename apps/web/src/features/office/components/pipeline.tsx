import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { mayMove } from '@muster/domain/enquiries/pipeline';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DragEvent } from 'react';
import { type KeyList, usePageKeys } from '../../../lib/page-keys.ts';
import type { EnquiryRow, PipelineColumn } from '../api.ts';
import { changed } from '../model/office-search.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import { stateNames } from '../model/state-words.ts';
import { AskedMoveDialog } from './asked-move.tsx';
import { PipelineCard } from './pipeline-card.tsx';
import { StateIcon } from './state-badge.tsx';
import { usePipelineMove } from './use-pipeline-move.ts';
import './pipeline.css';

const keys: KeyList = {
  title: 'Pipeline',
  keys: [
    { keys: ['Shift →'], text: 'Move the card on to its next state' },
    { keys: ['↵'], text: 'Open the card' },
  ],
};

interface PipelineProps {
  columns: PipelineColumn[];
  search: OfficeSearch;
  /** The one whose drawer is open. */
  openId: string | undefined;
}

/** One column for each state, in the order in which an enquiry moves on; the card that is due first is on top. */
export function Pipeline({ columns, search, openId }: PipelineProps) {
  const [held, setHeld] = useState<EnquiryRow>();
  const { begin, asked, close } = usePipelineMove();
  usePageKeys(keys);
  return (
    <div className="pipeline">
      {columns.map((column) => (
        <Column
          key={column.state}
          column={column}
          search={search}
          openId={openId}
          held={held}
          onHold={setHeld}
          onMove={begin}
        />
      ))}
      {asked && <AskedMoveDialog key={asked.id} asked={asked} onClose={close} />}
    </div>
  );
}

interface ColumnProps extends Omit<PipelineProps, 'columns'> {
  column: PipelineColumn;
  /** The card that is being dragged. */
  held: EnquiryRow | undefined;
  onHold: (enquiry: EnquiryRow | undefined) => void;
  onMove: ReturnType<typeof usePipelineMove>['begin'];
}

function Column({ column, search, openId, held, onHold, onMove }: ColumnProps) {
  const { state, count, cards } = column;
  const [isOver, setOver] = useState(false);
  const heading = `pipeline-${state}`;
  const total = count.toLocaleString('en-AU');
  const takes = held !== undefined && mayMove(held.state, state);

  function over(event: DragEvent) {
    if (!takes) return;
    event.preventDefault();
    setOver(true);
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onHold(undefined);
    if (held && takes) onMove(held, state);
  }

  return (
    <section
      className="pipeline__column"
      aria-labelledby={heading}
      data-takes={takes || undefined}
      data-over={(takes && isOver) || undefined}
      data-refuses={(held && !takes && held.state !== state) || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
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
            <PipelineCard
              key={enquiry.id}
              enquiry={enquiry}
              search={search}
              isOpen={enquiry.id === openId}
              onHold={onHold}
              onMove={onMove}
            />
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
