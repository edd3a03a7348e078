import {
  ActionIcon,
  Button,
  Group,
  Popover,
  SegmentedControl,
  Select,
  Stack,
  VisuallyHidden,
} from '@mantine/core';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { ReactNode } from 'react';
import { DayField } from '../../../lib/kit/form/day-field.tsx';
import { SearchField } from '../../../lib/kit/list/search-field.tsx';
import { type BoardSearch, type BoardView, daysShown, rowSorts, turned } from '../model/board-search.ts';

interface BoardBarProps {
  search: BoardSearch;
  date: LocalDate;
  today: LocalDate;
  skills: readonly { id: string; name: string }[];
  zoom: number;
  onZoom: (zoom: number) => void;
  onChange: (change: { [K in keyof BoardSearch]?: BoardSearch[K] | undefined }) => void;
  actions: ReactNode;
}

const views: { value: BoardView; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'days', label: '3 days' },
  { value: 'week', label: 'Week' },
];
const closest = 5;

/** Which days, whom, and how close. */
export function BoardBar(props: BoardBarProps) {
  const { search, date, today, zoom, onZoom, onChange, actions } = props;
  const view = search.view ?? 'day';
  const days = daysShown(view, date);
  const go = (to: LocalDate) => onChange({ date: to === today ? undefined : to });
  return (
    <div className="board-bar" role="toolbar" aria-label="Board">
      <VisuallyHidden component="h1">
        Board, {days.map((day) => dateInWords(day)).slice(0, 1)}
        {days.length > 1 && ` to ${dateInWords(days.at(-1)!)}`}
      </VisuallyHidden>
      <Group gap={4} wrap="nowrap">
        <ActionIcon variant="subtle" aria-label="Earlier" onClick={() => go(turned(view, date, -1))}>
          <Arrow d="M12 5l-5 5 5 5" />
        </ActionIcon>
        <div className="board-bar__day">
          <DayField
            label="Day"
            isBare
            value={date}
            onChange={(day) => day !== null && go(day as LocalDate)}
          />
        </div>
        <ActionIcon variant="subtle" aria-label="Later" onClick={() => go(turned(view, date, 1))}>
          <Arrow d="M8 5l5 5-5 5" />
        </ActionIcon>
        <Button size="compact-sm" variant="subtle" disabled={date === today} onClick={() => go(today)}>
          Today
        </Button>
      </Group>
      <SegmentedControl
        size="xs"
        aria-label="View"
        data={views}
        value={view}
        onChange={(value) => onChange({ view: value === 'day' ? undefined : value })}
      />
      <SearchField
        given={search.search ?? ''}
        placeholder="Search the board"
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <Filters {...props} />
      <Group gap={2} wrap="nowrap" className="board-bar__zoom">
        <ActionIcon
          variant="subtle"
          aria-label="Show more time"
          disabled={zoom <= 0}
          onClick={() => onZoom(zoom - 1)}
        >
          −
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label="Show less time, larger"
          disabled={zoom >= closest}
          onClick={() => onZoom(zoom + 1)}
        >
          +
        </ActionIcon>
      </Group>
      <div className="board-bar__actions">{actions}</div>
    </div>
  );
}

const sortNames: Record<(typeof rowSorts)[number], string> = {
  name: 'By name',
  load: 'Least busy first',
  area: 'From north to south',
};

/** Who is shown, and in which order. */
function Filters({ search, skills, onChange }: BoardBarProps) {
  const count = [search.skill, search.state, search.sort].filter(Boolean).length;
  return (
    <Popover position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button size="compact-sm" variant="default">
          Filter{count > 0 && ` · ${count}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Select
            label="Technicians who have the skill"
            placeholder="Any skill"
            clearable
            comboboxProps={{ withinPortal: false }}
            data={skills.map(({ id, name }) => ({ value: id, label: name }))}
            value={search.skill ?? null}
            onChange={(skill) => onChange({ skill: skill ?? undefined })}
          />
          <Select
            label="Visits that are"
            placeholder="In any state"
            clearable
            comboboxProps={{ withinPortal: false }}
            data={[
              { value: 'planned', label: 'Planned, not told yet' },
              { value: 'dispatched', label: 'Dispatched' },
              { value: 'under way', label: 'Under way' },
              { value: 'over', label: 'Over' },
            ]}
            value={search.state ?? null}
            onChange={(state) => onChange({ state: (state as BoardSearch['state']) ?? undefined })}
          />
          <Select
            label="Order of technicians"
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={rowSorts.map((value) => ({ value, label: sortNames[value] }))}
            value={search.sort ?? 'name'}
            onChange={(sort) =>
              onChange({ sort: sort === 'name' ? undefined : (sort as BoardSearch['sort']) })
            }
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Arrow({ d }: { d: string }) {
  return (
    <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
      <path d={d} />
    </svg>
  );
}
