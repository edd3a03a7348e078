import { ActionIcon, Button, Group, SegmentedControl, Select } from '@mantine/core';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { ReactNode } from 'react';
import { DayField } from '../../../lib/kit/form/day-field.tsx';
import { SearchField } from '../../../lib/kit/list/search-field.tsx';
import { type BoardSearch, type BoardView, daysShown, turned } from '../model/board-search.ts';

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

/** Which days, whom, and how close. */
export function BoardBar(props: BoardBarProps) {
  const { search, date, today, skills, zoom, onZoom, onChange, actions } = props;
  const view = search.view ?? 'day';
  const days = daysShown(view, date);
  const go = (to: LocalDate) => onChange({ date: to === today ? undefined : to });
  return (
    <div className="board-bar" role="toolbar" aria-label="Board">
      <h1>
        {days.length === 1
          ? dateInWords(days[0]!)
          : `${dateInWords(days[0]!)} – ${dateInWords(days.at(-1)!)}`}
      </h1>
      <Group gap={4} wrap="nowrap">
        <ActionIcon variant="subtle" aria-label="Earlier" onClick={() => go(turned(view, date, -1))}>
          ‹
        </ActionIcon>
        <Button size="compact-sm" disabled={date === today} onClick={() => go(today)}>
          Today
        </Button>
        <ActionIcon variant="subtle" aria-label="Later" onClick={() => go(turned(view, date, 1))}>
          ›
        </ActionIcon>
        <div className="board-bar__day">
          <DayField
            label="Day"
            isBare
            value={date}
            onChange={(day) => day !== null && go(day as LocalDate)}
          />
        </div>
      </Group>
      <SegmentedControl
        size="xs"
        aria-label="View"
        data={views}
        value={view}
        onChange={(value) => onChange({ view: value === 'day' ? undefined : (value as BoardView) })}
      />
      <SearchField
        given={search.search ?? ''}
        placeholder="Search the board"
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <Select
        aria-label="Skill"
        placeholder="Any skill"
        size="xs"
        clearable
        data={skills.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.skill ?? null}
        onChange={(skill) => onChange({ skill: skill ?? undefined })}
      />
      <Select
        aria-label="Order of technicians"
        size="xs"
        allowDeselect={false}
        data={[
          { value: 'name', label: 'By name' },
          { value: 'load', label: 'Least busy first' },
        ]}
        value={search.sort ?? 'name'}
        onChange={(sort) => onChange({ sort: sort === 'load' ? 'load' : undefined })}
      />
      <Group gap={2} wrap="nowrap">
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
          disabled={zoom >= 5}
          onClick={() => onZoom(zoom + 1)}
        >
          +
        </ActionIcon>
      </Group>
      {actions}
    </div>
  );
}
