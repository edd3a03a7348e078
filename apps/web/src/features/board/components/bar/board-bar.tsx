import { ActionIcon, Button, Group, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { ReactNode } from 'react';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { SearchField } from '../../../../lib/kit/list/search-field.tsx';
import type { Change } from '../../../../lib/search-params.ts';
import { type BoardSearch, type BoardView, daysShown, turned } from '../../model/board-search.ts';
import type { Choice } from '../../model/filter-choices.ts';
import { BarIcon } from './bar-icon.tsx';
import { Filters } from './board-filters.tsx';
import { BoardOptions } from './board-options.tsx';
import type { Look } from '../state/use-look.ts';
import '../board.css';

interface BoardBarProps {
  search: BoardSearch;
  date: LocalDate;
  today: LocalDate;
  skills: readonly Choice[];
  areas: readonly Choice[];
  /** How the hours are shown, and whether a click selects; on the map, which has no hours, there is one day and nothing of these. */
  hours?: {
    zoom: number;
    onZoom: (zoom: number) => void;
    look: Look;
    onLook: (change: Partial<Look>) => void;
    isSelecting: boolean;
    onSelecting: (isSelecting: boolean) => void;
  };
  onChange: (change: Change<BoardSearch>) => void;
  actions: ReactNode;
}

const views: { value: BoardView; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'days', label: '3 days' },
  { value: 'week', label: 'Week' },
];

/** The filters beside all the rest need so much; on less they are behind a button. */
const widePx = 1240;

/** Which days, whom, and how close. */
export function BoardBar(props: BoardBarProps) {
  const { search, date, today, hours, onChange, actions } = props;
  const view = (hours && search.view) ?? 'day';
  const days = daysShown(view, date);
  const { ref, width } = useElementSize();
  const go = (to: LocalDate) => onChange({ date: to === today ? undefined : to });
  return (
    <div className="board-bar" role="toolbar" aria-label="Board" ref={ref}>
      <VisuallyHidden component="h1">
        {hours ? 'Board' : 'Map'}, {days.map((day) => dateInWords(day)).slice(0, 1)}
        {days.length > 1 && ` to ${dateInWords(days.at(-1)!)}`}
      </VisuallyHidden>
      <Group gap={4} wrap="nowrap" className="board-bar__when">
        <ActionIcon
          variant="subtle"
          aria-label="Earlier"
          data-turn="earlier"
          onClick={() => go(turned(view, date, -1))}
        >
          <BarIcon name="earlier" />
        </ActionIcon>
        <div className="board-bar__day" data-turn="date">
          <DayField
            label="Day"
            isBare
            value={date}
            onChange={(day) => day !== null && go(day as LocalDate)}
          />
        </div>
        <ActionIcon
          variant="subtle"
          aria-label="Later"
          data-turn="later"
          onClick={() => go(turned(view, date, 1))}
        >
          <BarIcon name="later" />
        </ActionIcon>
        <Button size="compact-sm" variant="subtle" disabled={date === today} onClick={() => go(today)}>
          Today
        </Button>
      </Group>
      {hours && (
        <SegmentedControl
          size="xs"
          aria-label="View"
          data={views}
          value={view}
          onChange={(value) => onChange({ view: value === 'day' ? undefined : value })}
        />
      )}
      <SearchField
        given={search.search ?? ''}
        placeholder="Search"
        onSearch={(text) => onChange({ search: text || undefined })}
        onLeave={focusBoard}
      />
      <Filters
        search={search}
        skills={props.skills}
        areas={props.areas}
        isWide={(width || innerWidth) >= widePx}
        onChange={onChange}
      />
      {hours && (
        <Group gap={2} wrap="nowrap" className="board-bar__tools">
          <BoardOptions search={search} onChange={onChange} {...hours} />
          <ActionIcon
            variant={hours.isSelecting ? 'filled' : 'subtle'}
            aria-label="Select visits"
            aria-pressed={hours.isSelecting}
            title="Select visits, to move or change several at once"
            onClick={() => hours.onSelecting(!hours.isSelecting)}
          >
            <BarIcon name="select" />
          </ActionIcon>
        </Group>
      )}
      <div className="board-bar__actions">{actions}</div>
    </div>
  );
}

/** The cell that has its place in the order of the Tab key. */
function focusBoard(): void {
  document.querySelector<HTMLElement>('.board-grid [tabindex="0"]')?.focus();
}
