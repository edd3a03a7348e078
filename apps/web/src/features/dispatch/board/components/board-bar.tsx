import { ActionIcon, Button, Group, Popover, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { SearchField } from '../../../../lib/kit/list/search-field.tsx';
import { type KeyList, usePageKeys } from '../../../../lib/keys/page-keys.ts';
import { isForPage } from '../../../../lib/kit/single-keys.ts';
import type { Change } from '../../../../lib/page/search-params.ts';
import { type BoardSearch, type BoardView, daysShown, turned } from '../model/board-search.ts';
import type { Choice } from '../model/rows.ts';
import { BarIcon, BoardOptions, type BarTool, closest, FoldedTools, Tools } from './bar-tools.tsx';
import { Filters } from './board-filters.tsx';
import { Legend } from './grid/legend.tsx';
import type { Look } from './state/use-look.ts';
import './board.css';

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
  /** Who else is here. */
  presence?: ReactNode;
  /** What goes into one menu where there is no room. */
  tools?: readonly BarTool[];
  /** What stands in the bar whatever its width. */
  actions?: ReactNode;
}

const views: { value: BoardView; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'days', label: '3 days' },
  { value: 'week', label: 'Week' },
];

/** The chips of filters beside all the rest need so much; on less the button has their number. */
const widePx = 1240;
/** On less, icons and further actions stand in one menu; and on still less, the views. */
const roomyPx = 1180;
const tightPx = 900;

/** Which days, whom, and how close. */
export function BoardBar(props: BoardBarProps) {
  const { search, date, today, hours, presence, tools = [], onChange, actions } = props;
  const view = (hours && search.view) ?? 'day';
  const days = daysShown(view, date);
  const { ref, width: measured } = useElementSize();
  const width = measured || innerWidth;
  const isPhone = useMediaQuery('(width < 900px)', false, { getInitialValueInEffect: false });
  const isFolded = hours !== undefined && !isPhone && width < roomyPx;
  const isTight = isFolded && width < tightPx;
  const [panel, setPanel] = useState<'legend' | 'options'>();
  const toggle = (one: typeof panel) => setPanel(panel === one ? undefined : one);
  const go = (to: LocalDate) => onChange({ date: to === today ? undefined : to });
  const show = (to: BoardView) => onChange({ view: to === 'day' ? undefined : to });
  useBarKeys({
    t: () => go(today),
    Escape: panel ? () => setPanel(undefined) : undefined,
    ...(hours && {
      1: () => show('day'),
      3: () => show('days'),
      7: () => show('week'),
      ']': () => hours.onZoom(Math.min(hours.zoom + 1, closest)),
      '[': () => hours.onZoom(Math.max(hours.zoom - 1, 0)),
      l: () => toggle('legend'),
    }),
  });
  const own: readonly BarTool[] = hours
    ? [
        {
          label: 'Legend',
          title: 'What the colours and signs mean (l)',
          icon: 'legend',
          onPress: () => toggle('legend'),
        },
        { label: 'View options', title: 'View options', icon: 'options', onPress: () => toggle('options') },
        {
          label: 'Select visits',
          title: 'Select visits, to move or change several at once',
          icon: 'select',
          isOn: hours.isSelecting,
          onPress: () => hours.onSelecting(!hours.isSelecting),
        },
      ]
    : [];
  const folded = (): readonly BarTool[] => [
    { label: 'Today', icon: 'today', onPress: () => go(today) },
    ...(isTight
      ? views.map(({ value, label }): BarTool => ({
          label,
          isOn: value === view,
          onPress: () => show(value),
        }))
      : []),
    ...own,
    ...tools,
  ];
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
        {!isFolded && (
          <Button size="compact-sm" variant="subtle" disabled={date === today} onClick={() => go(today)}>
            Today
          </Button>
        )}
      </Group>
      {hours && !isTight && (
        <SegmentedControl size="xs" aria-label="View" data={views} value={view} onChange={show} />
      )}
      <SearchField
        given={search.search ?? ''}
        placeholder={isFolded ? 'Search' : hours ? 'Search board and tray' : 'Search the map'}
        onSearch={(text) => onChange({ search: text || undefined })}
        onLeave={focusBoard}
      />
      <Filters
        search={search}
        skills={props.skills}
        areas={props.areas}
        isWide={width >= widePx}
        onChange={onChange}
      />
      {hours && (
        <Popover
          opened={panel !== undefined}
          onChange={() => setPanel(undefined)}
          position="bottom"
          width={340}
          trapFocus={panel === 'options'}
          returnFocus
          withRoles={false}
          withinPortal
        >
          <Popover.Target>
            <div className="board-bar__tools">
              {isFolded ? <FoldedTools tools={folded()} /> : <Tools tools={own} />}
            </div>
          </Popover.Target>
          <Popover.Dropdown>
            {panel === 'legend' && <Legend />}
            {panel === 'options' && <BoardOptions search={search} onChange={onChange} {...hours} />}
          </Popover.Dropdown>
        </Popover>
      )}
      <div className="board-bar__actions">
        {presence}
        {!isFolded && <Tools tools={tools} />}
        {actions}
      </div>
    </div>
  );
}

const barKeys: KeyList = {
  title: 'Days and size',
  keys: [
    { keys: ['t'], text: 'Today' },
    { keys: ['1', '3', '7'], text: 'A day, three days or a week' },
    { keys: [']', '['], text: 'Zoom in or out (also Ctrl and the wheel)' },
    { keys: ['l'], text: 'What the colours and signs mean' },
  ],
};

/** They work wherever nobody types. */
function useBarKeys(acts: Readonly<Record<string, (() => void) | undefined>>): void {
  usePageKeys(barKeys);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key];
    if (!act || !isForPage(event)) return;
    act();
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The cell that has its place in the order of the Tab key. */
function focusBoard(): void {
  document.querySelector<HTMLElement>('.board-grid [tabindex="0"]')?.focus();
}
