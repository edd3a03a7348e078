import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { SlotQuery } from '@muster/domain/dispatch/slots/schema';
import { dateInWords, dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { listInWords } from '@muster/domain/values/words';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { windowInWords } from '@muster/domain/work/visits/promise';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { priceInWords, type Slot, type SlotSearch } from '../../board/slots.ts';
import { useFirstFocus } from '../form/use-first-focus.ts';
import { Problem } from '../problem.tsx';
import { RowSkeleton } from '../row-skeleton.tsx';
import './slot-list.css';

interface SlotListProps {
  search: SlotSearch;
  /** The first day that is looked at where none was agreed; today where nothing is said. */
  from?: string;
  zone: string;
  nameOf: (technician: string) => string;
  /** The one that is chosen, where choosing is not booking. */
  chosen?: Slot | undefined;
  /** Whether the first of them takes the focus once it is there. */
  takesFocus?: boolean;
  onChoose: (slot: Slot) => void;
  /** Enter on the one that is chosen: where choosing is not booking, that does. */
  onConfirm?: () => void;
}

/**
 * Slots to choose from, week by week; where there is none, why, and what can be done instead. Asked anew each time, because the board
 * moves on.
 */
export function SlotList({
  search,
  from,
  zone,
  nameOf,
  chosen,
  takesFocus = false,
  onChoose,
  onConfirm,
}: SlotListProps) {
  const [isBeyond, setBeyond] = useState(false);
  const query = useInfiniteQuery({
    queryKey: [...search.key, from, isBeyond],
    queryFn: ({ pageParam }) =>
      search.find({
        ...(pageParam !== undefined && { from: pageParam }),
        ...(isBeyond && { beyond_agreed: true }),
      } satisfies SlotQuery),
    initialPageParam: from,
    getNextPageParam: ({ later }) => later ?? undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const first = useFirstFocus<HTMLButtonElement>(takesFocus && query.isSuccess);
  if (query.isPending) return <RowSkeleton rows={5} height={48} label="Finding the best slots" />;
  if (query.error && !query.data)
    return <Problem title="Couldn’t find slots" error={query.error} onRetry={() => void query.refetch()} />;
  const { pages } = query.data;
  const last = pages.at(-1)!;
  const slots = pages.flatMap((page) => page.slots);
  return (
    <Stack gap="xs">
      {slots.length > 0 && (
        <ol className="slot-list" aria-label="Slots">
          {slots.map((slot, place) => {
            const { technicians, starts_at, driving, window_from, window_to, reasons } = slot;
            const start = minuteOf(starts_at);
            const isChosen =
              chosen?.starts_at === starts_at && chosen.technicians.join() === technicians.join();
            return (
              <li key={`${technicians.join()} ${starts_at}`}>
                <UnstyledButton
                  type="button"
                  {...(place === 0 && { ref: first })}
                  {...(!takesFocus && { 'aria-pressed': isChosen })}
                  onClick={() => onChoose(slot)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || !isChosen || !onConfirm) return;
                    event.preventDefault();
                    onConfirm();
                  }}
                >
                  <b>
                    {dayInWords(start, zone)} {timeInWords(start, zone)},{' '}
                    {listInWords(technicians.map(nameOf))}
                  </b>
                  <em>{priceInWords(driving)}</em>
                  <span>{[`arrival ${windowInWords(window_from, window_to)}`, ...reasons].join(' · ')}</span>
                </UnstyledButton>
              </li>
            );
          })}
        </ol>
      )}
      {last.problem !== null && (
        <Text size="sm" component="output">
          {last.problem}
        </Text>
      )}
      {query.error && (
        <Text size="sm" c="danger" role="alert">
          {query.error.message}
        </Text>
      )}
      <Group gap="xs">
        {last.later !== null && (
          <Button
            size="compact-sm"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show later times, from {dateInWords(last.later as LocalDate)}
          </Button>
        )}
        {last.is_agreed && (
          <Button size="compact-sm" variant="default" onClick={() => setBeyond(true)}>
            Look beyond the agreed time
          </Button>
        )}
      </Group>
    </Stack>
  );
}
