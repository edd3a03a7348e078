import { Menu } from '@mantine/core';
import { movesFrom } from '@muster/domain/enquiries/pipeline';
import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import type { DragEvent, KeyboardEvent } from 'react';
import { MoreMenu } from '../../../lib/kit/more-menu.tsx';
import type { EnquiryRow } from '../api.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import { isWayOut, moveNames } from '../model/state-words.ts';
import { EnquiryCard } from './enquiry-card.tsx';
import { StateIcon } from './state-badge.tsx';

interface PipelineCardProps {
  enquiry: EnquiryRow;
  search: OfficeSearch;
  isOpen: boolean;
  onHold: (enquiry: EnquiryRow | undefined) => void;
  onMove: (enquiry: EnquiryRow, state: EnquiryState) => void;
}

/** A card that is dragged to another column; a menu and a key do the same. */
export function PipelineCard({ enquiry, search, isOpen, onHold, onMove }: PipelineCardProps) {
  const moves = movesFrom(enquiry.state);
  const forward = moves.find((state) => !isWayOut(state));

  function hold(event: DragEvent) {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', enquiry.reference);
    onHold(enquiry);
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'ArrowRight' || !event.shiftKey || forward === undefined) return;
    event.preventDefault();
    onMove(enquiry, forward);
  }

  return (
    <li
      className="pipeline__item"
      draggable={moves.length > 0}
      onDragStart={hold}
      onDragEnd={() => onHold(undefined)}
      onKeyDown={press}
    >
      <EnquiryCard enquiry={enquiry} search={search} isOpen={isOpen} />
      {moves.length > 0 && (
        <div className="pipeline__menu">
          <MoreMenu label={`Move ${enquiry.name}`}>
            {moves.map((state) => (
              <Menu.Item
                key={state}
                leftSection={<StateIcon state={state} />}
                onClick={() => onMove(enquiry, state)}
              >
                {moveNames[state]}
              </Menu.Item>
            ))}
          </MoreMenu>
        </div>
      )}
    </li>
  );
}
