import { Button, Group, Text, VisuallyHidden, Menu } from '@mantine/core';
import type { EnquiryState } from '@muster/domain/sales/enquiries/pipeline';
import { mayMove, movesFrom } from '@muster/domain/sales/enquiries/pipeline';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useRef, useEffect, useEffectEvent, useState } from 'react';
import type { KeyList } from '../../../../lib/keys/page-keys.ts';
import { usePageKeys } from '../../../../lib/keys/page-keys.ts';
import { MoreMenu } from '../../../../lib/kit/more-menu.tsx';
import type { EnquiryRow, PipelineColumn } from '../api.ts';
import { enquiryQuery } from '../api.ts';
import { moved, cardIn } from '../model/pending-moves.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import { changed } from '../model/office-search.ts';
import { stateNames, moveNames, isWayOut } from '../model/state-words.ts';
import { EnquiryCard } from './enquiry-card.tsx';
import { LostDialog } from './lost-dialog.tsx';
import { ProvisionDialog } from './provision-dialog.tsx';
import { StateIcon } from './state-badge.tsx';
import { useEnquiryKeys } from './use-enquiry-keys.ts';
import type { AskedMove } from './use-pipeline-move.ts';
import { usePipelineMove } from './use-pipeline-move.ts';
import './pipeline.css';

const keys: KeyList = {
  title: 'Pipeline',
  keys: [{ keys: ['Shift →'], text: 'Move the card to its next status' }],
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

interface AskedMoveDialogProps {
  asked: AskedMove;
  onClose: () => void;
}

/** What a card is asked when it is moved to a column that wants to know more. */
function AskedMoveDialog({ asked, onClose }: AskedMoveDialogProps) {
  const enquiry = useQuery(enquiryQuery(asked.id)).data;
  if (!enquiry) return null;
  const dialog = { open: true, enquiry, onClose, onClosed: () => {} };
  return asked.state === 'lost' ? <LostDialog {...dialog} /> : <ProvisionDialog {...dialog} />;
}

interface PipelineCardProps {
  enquiry: EnquiryRow;
  search: OfficeSearch;
  isOpen: boolean;
  onMove: (enquiry: EnquiryRow, state: EnquiryState) => void;
}

/** A card that is dragged to another column, or moved by its menu. */
function PipelineCard({ enquiry, search, isOpen, onMove }: PipelineCardProps) {
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

type Move = (enquiry: EnquiryRow, state: EnquiryState) => void;

/**
 * Drags cards between the columns of a pipeline with the browser's own dragging, and moves the one that has the focus on by key. One
 * place listens for all cards, which are known by `data-card`, and for all columns, by `data-column`.
 */
function useCardDrag(root: RefObject<HTMLElement | null>, columns: PipelineColumn[], onMove: Move) {
  const [held, setHeld] = useState<EnquiryRow>();
  const [over, setOver] = useState<EnquiryState>();

  function cardOf(event: Event): EnquiryRow | undefined {
    return cardIn(columns, placeOf(event, 'card'));
  }
  function takerOf(event: Event): EnquiryState | undefined {
    const state = columns.find((column) => column.state === placeOf(event, 'column'))?.state;
    return held && state && mayMove(held.state, state) ? state : undefined;
  }
  function letGo() {
    setHeld(undefined);
    setOver(undefined);
  }

  const listen = useEffectEvent((event: DragEvent | KeyboardEvent) => {
    if (event instanceof KeyboardEvent) {
      // A key that is held down is meant once.
      const isMeant = event.key === 'ArrowRight' && event.shiftKey && !event.repeat;
      const card = isMeant ? cardOf(event) : undefined;
      const next = card && movesFrom(card.state).find((state) => !isWayOut(state));
      if (card && next) onMove(card, next);
    } else if (event.type === 'dragstart') {
      const card = cardOf(event);
      event.dataTransfer?.setData('text/plain', card?.reference ?? '');
      setHeld(card);
    } else if (event.type === 'dragover') {
      const taker = takerOf(event);
      if (taker) event.preventDefault();
      setOver(taker);
    } else {
      const taker = event.type === 'drop' ? takerOf(event) : undefined;
      letGo();
      if (held && taker) onMove(held, taker);
    }
  });
  useEffect(() => {
    const element = root.current;
    const types = ['dragstart', 'dragover', 'drop', 'dragend', 'keydown'] as const;
    const hear = (event: DragEvent | KeyboardEvent) => listen(event);
    for (const type of types) element?.addEventListener(type, hear);
    return () => {
      for (const type of types) element?.removeEventListener(type, hear);
    };
  }, [root]);
  return { held, over };
}

/** The nearest card or column that an event happened in. */
function placeOf({ target }: Event, what: 'card' | 'column'): string | undefined {
  const place = (target as Element).closest<HTMLElement>(`[data-${what}]`);
  return place?.dataset[what];
}

/**
 * A card that goes to another column is drawn anew there, and the focus that was on it would be lost. It goes along: with a card that
 * somebody moves, and with one that a colleague moves away from under them. `follow` names the card whose menu or dialog had the focus.
 */
function useFollowedCard(root: RefObject<HTMLElement | null>) {
  const followed = useRef<string>(undefined);
  useEffect(() => {
    const note = ({ target }: Event) => {
      // Whoever takes a move back there means the card still.
      const isNotice = target instanceof Element && target.closest('.m-toasts') !== null;
      if (!isNotice) followed.current = cardAt(target);
    };
    document.addEventListener('focusin', note);
    // Whoever presses beside everything has let go of the card.
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, []);
  useEffect(() => {
    if (followed.current === undefined || document.activeElement !== document.body) return;
    const card = root.current?.querySelector(`[data-card="${followed.current}"]`);
    card?.querySelector('a')?.focus();
  });
  return (id: string) => void (followed.current = id);
}

function cardAt(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-card]')?.dataset['card'] : undefined;
}
