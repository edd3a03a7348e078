import { Menu } from '@mantine/core';
import { movesFrom } from '@muster/domain/enquiries/pipeline';
import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import { MoreMenu } from '../../../lib/kit/more-menu.tsx';
import type { EnquiryRow } from '../api.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import { moveNames } from '../model/state-words.ts';
import { EnquiryCard } from './enquiry-card.tsx';
import { StateIcon } from './state-badge.tsx';

interface PipelineCardProps {
  enquiry: EnquiryRow;
  search: OfficeSearch;
  isOpen: boolean;
  onMove: (enquiry: EnquiryRow, state: EnquiryState) => void;
}

/** A card that is dragged to another column, or moved by its menu. */
export function PipelineCard({ enquiry, search, isOpen, onMove }: PipelineCardProps) {
  const moves = movesFrom(enquiry.state);
  return (
    <li className="pipeline__item" data-card={enquiry.id} draggable={moves.length > 0}>
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
