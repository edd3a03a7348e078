import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { mayMove } from '@muster/domain/enquiries/pipeline';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { type KeyList, usePageKeys } from '../../../lib/page-keys.ts';
import type { EnquiryRow, PipelineColumn } from '../api.ts';
import { moved } from '../model/moved.ts';
import { changed } from '../model/office-search.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import { stateNames } from '../model/state-words.ts';
import { AskedMoveDialog } from './asked-move.tsx';
import { PipelineCard } from './pipeline-card.tsx';
import { StateIcon } from './state-badge.tsx';
import { useCardDrag } from './use-card-drag.ts';
import { useEnquiryKeys } from './use-enquiry-keys.ts';
import { useFollowedCard } from './use-followed-card.ts';
import { usePipelineMove } from './use-pipeline-move.ts';
import './pipeline.css';

const keys: KeyList = {
  title: 'Pipeline',
  keys: [{ keys: ['Shift →'], text: 'Move the card on to its next state' }],
};

interface PipelineProps {
  columns: PipelineColumn[];
  search: OfficeSearch;
  /** The one whose drawer is open. */
  openId: string | undefined;
}

/** One column for each state, in the order in which an enquiry moves on; the card that is due first is on top. */
export function Pipeline({ columns, search, openId }: PipelineProps) {
  const root = useRef<HTMLDivElement>(null);
  const follow = useFollowedCard(root);
  const { begin, asked, close, pending } = usePipelineMove(follow);
  const shown = moved(columns, pending);
  const { held, over } = useCardDrag(root, shown, begin);
  usePageKeys(keys);
  useEnquiryKeys({ ids: shown.flatMap(({ cards }) => cards.map(({ id }) => id)), search, openId });
  return (
    <div className="pipeline" ref={root}>
      {shown.map((column) => (
        <Column
          key={column.state}
          column={column}
          search={search}
          openId={openId}
          held={held}
          isOver={over === column.state}
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
  /** It is above this column, which takes it. */
  isOver: boolean;
  onMove: ReturnType<typeof usePipelineMove>['begin'];
}

function Column({ column, search, openId, held, isOver, onMove }: ColumnProps) {
  const { state, count, cards } = column;
  const heading = `pipeline-${state}`;
  const total = count.toLocaleString('en-AU');
  const takes = held !== undefined && mayMove(held.state, state);
  return (
    <section
      className="pipeline__column"
      aria-labelledby={heading}
      data-column={state}
      data-takes={takes || undefined}
      data-over={isOver || undefined}
      data-refuses={(held && !takes && held.state !== state) || undefined}
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
