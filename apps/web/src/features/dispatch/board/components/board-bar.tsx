import {
  ActionIcon,
  Button,
  CloseButton,
  Group,
  Popover,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { useElementSize, useLocalStorage } from '@mantine/hooks';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { SearchField } from '../../../../lib/kit/list/search-field.tsx';
import { type KeyList, usePageKeys } from '../../../../lib/keys/page-keys.ts';
import { isForPage } from '../../../../lib/kit/single-keys.ts';
import type { Change } from '../../../../lib/page/search-params.ts';
import {
  type BoardSearch,
  type BoardView,
  daysShown,
  rowGroups,
  rowSorts,
  turned,
} from '../model/board-search.ts';
import type { Choice } from '../model/rows.ts';
import { Legend } from './grid/legend.tsx';
import { densities, type Look } from './state/use-look.ts';
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
  actions: ReactNode;
}

const views: { value: BoardView; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'days', label: '3 days' },
  { value: 'week', label: 'Week' },
];

/** The chips of filters beside all the rest need so much; on less the button has their number. */
const widePx = 1240;

/** Which days, whom, and how close. */
export function BoardBar(props: BoardBarProps) {
  const { search, date, today, hours, onChange, actions } = props;
  const view = (hours && search.view) ?? 'day';
  const days = daysShown(view, date);
  const { ref, width } = useElementSize();
  const [isLegendOpen, setLegend] = useState(false);
  const go = (to: LocalDate) => onChange({ date: to === today ? undefined : to });
  const show = (to: BoardView) => onChange({ view: to === 'day' ? undefined : to });
  useBarKeys({
    t: () => go(today),
    Escape: isLegendOpen ? () => setLegend(false) : undefined,
    ...(hours && {
      1: () => show('day'),
      3: () => show('days'),
      7: () => show('week'),
      ']': () => hours.onZoom(Math.min(hours.zoom + 1, closest)),
      '[': () => hours.onZoom(Math.max(hours.zoom - 1, 0)),
      l: () => setLegend((isOpen) => !isOpen),
    }),
  });
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
      {hours && <SegmentedControl size="xs" aria-label="View" data={views} value={view} onChange={show} />}
      <SearchField
        given={search.search ?? ''}
        placeholder={hours ? 'Search board and tray' : 'Search the map'}
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
          <Popover opened={isLegendOpen} onChange={setLegend} position="bottom" width={300} withinPortal>
            <Popover.Target>
              <ActionIcon
                variant="subtle"
                aria-label="Legend"
                title="What the colours and signs mean (l)"
                onClick={() => setLegend(!isLegendOpen)}
              >
                <BarIcon name="legend" />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown>
              <Legend />
            </Popover.Dropdown>
          </Popover>
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

interface FiltersProps {
  search: BoardSearch;
  skills: readonly Choice[];
  areas: readonly Choice[];
  /** Whether there is room for chips. */
  isWide: boolean;
  onChange: (change: Change<BoardSearch>) => void;
}

const states: readonly Choice[] = [
  { value: 'planned', label: 'Planned, not dispatched' },
  { value: 'dispatched', label: 'Dispatched' },
  { value: 'under way', label: 'Under way' },
  { value: 'over', label: 'Finished' },
];

type FilterName = 'skill' | 'area' | 'state';

/** Who is shown, and which visits stand out: behind one button, and each that is set is a chip beside it. */
function Filters({ search, skills, areas, isWide, onChange }: FiltersProps) {
  const fields: { name: FilterName; label: string; choices: readonly Choice[] }[] = [
    { name: 'skill', label: 'Technician skill', choices: skills },
    { name: 'area', label: 'Technician area', choices: areas },
    { name: 'state', label: 'Visit status', choices: states },
  ];
  const set = (name: FilterName, value: string | null) => onChange({ [name]: value ?? undefined });
  const active = fields.flatMap(({ name, choices }) => {
    const value = search[name];
    const label = choices.find((choice) => choice.value === value)?.label ?? value;
    return label === undefined ? [] : [{ name, label }];
  });
  return (
    <>
      <Popover position="bottom-start" width={280} trapFocus withinPortal>
        <Popover.Target>
          <Button size="compact-sm" variant="default" className="board-bar__filter">
            Filter{!isWide && active.length > 0 && ` · ${active.length}`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="sm">
            {fields.map(({ name, label, choices }) => (
              <Select
                key={name}
                label={label}
                placeholder="Any"
                clearable
                // They belong to the popover, or else a click on a choice closes it.
                comboboxProps={{ withinPortal: false }}
                data={[...choices]}
                value={search[name] ?? null}
                onChange={(value) => set(name, value)}
              />
            ))}
            <SavedViews search={search} onChange={onChange} />
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {isWide &&
        active.map(({ name, label }) => (
          <Button
            key={name}
            className="board-bar__chip"
            size="compact-xs"
            variant="default"
            rightSection="×"
            aria-label={`Remove the filter ${label}`}
            title={`Remove the filter ${label}`}
            onClick={() => set(name, null)}
          >
            {label}
          </Button>
        ))}
    </>
  );
}

/** What of a board is kept under a name: how it is shown, not which day or what is open. */
const keptParts = ['view', 'search', 'skill', 'area', 'state', 'sort', 'group'] as const;
type KeptPart = (typeof keptParts)[number];

interface SavedView {
  readonly name: string;
  readonly search: Pick<BoardSearch, KeptPart>;
}

function partsOf(search: BoardSearch): SavedView['search'] {
  return Object.fromEntries(keptParts.flatMap((part) => (search[part] ? [[part, search[part]]] : [])));
}

/** Views that somebody comes back to, kept by their browser. */
function SavedViews({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) {
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({
    key: 'muster-board-views',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [name, setName] = useState('');
  const now = partsOf(search);
  const show = (wanted: SavedView['search']) =>
    onChange(Object.fromEntries(keptParts.map((part) => [part, wanted[part]])));
  const save = () => {
    if (name.trim() === '') return;
    setViews([...views.filter((one) => one.name !== name.trim()), { name: name.trim(), search: now }]);
    setName('');
  };
  return (
    <div className="saved-views">
      <Text size="sm" fw={500}>
        Saved views
      </Text>
      {views.map((view) => (
        <Group key={view.name} gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            justify="start"
            fullWidth
            aria-pressed={JSON.stringify(view.search) === JSON.stringify(now)}
            onClick={() => show(view.search)}
          >
            {view.name}
          </Button>
          <CloseButton
            size="sm"
            aria-label={`Remove the view ${view.name}`}
            onClick={() => setViews(views.filter((one) => one !== view))}
          />
        </Group>
      ))}
      <Group gap={4} wrap="nowrap">
        <TextInput
          size="xs"
          flex={1}
          aria-label="Name of this view"
          placeholder="Name this view to keep it"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={({ key }) => key === 'Enter' && save()}
        />
        <Button size="compact-sm" variant="default" disabled={name.trim() === ''} onClick={save}>
          Save
        </Button>
      </Group>
    </div>
  );
}

interface BoardOptionsProps {
  search: BoardSearch;
  zoom: number;
  onZoom: (zoom: number) => void;
  look: Look;
  onLook: (change: Partial<Look>) => void;
  onChange: (change: Change<BoardSearch>) => void;
}

/** How many steps of zoom there are. */
export const closest = 5;

const sortNames: Record<(typeof rowSorts)[number], string> = {
  name: 'By name',
  load: 'Least busy first',
  area: 'From north to south',
};

const densityNames: Record<Look['density'], string> = {
  comfortable: 'Comfortable',
  compact: 'Compact',
  'one line': 'One line',
};

const groupNames: Record<(typeof rowGroups)[number], string> = { area: 'By area', skill: 'By first skill' };

/** How the board is shown: in which order, how tall, how large, and in whose colours. */
function BoardOptions({ search, zoom, onZoom, look, onLook, onChange }: BoardOptionsProps) {
  return (
    <Popover position="bottom-end" width={280} trapFocus withinPortal>
      <Popover.Target>
        <ActionIcon variant="subtle" aria-label="View options" title="View options">
          <BarIcon name="options" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Select
            label="Group technicians"
            comboboxProps={{ withinPortal: false }}
            allowDeselect={false}
            data={[
              { value: 'none', label: 'None' },
              ...rowGroups.map((value) => ({ value, label: groupNames[value] })),
            ]}
            value={search.group ?? 'none'}
            onChange={(group) =>
              onChange({ group: group === 'none' ? undefined : (group as BoardSearch['group']) })
            }
          />
          <Select
            label="Sort technicians"
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={rowSorts.map((value) => ({ value, label: sortNames[value] }))}
            value={search.sort ?? 'name'}
            onChange={(sort) =>
              onChange({ sort: sort === 'name' ? undefined : (sort as BoardSearch['sort']) })
            }
          />
          <Segments
            label="Rows"
            data={densities.map((value) => ({ value, label: densityNames[value] }))}
            value={look.density}
            onChange={(density) => onLook({ density })}
          />
          <Group justify="space-between" className="board-bar__zoom">
            <Text size="sm" fw={500}>
              Zoom
            </Text>
            <Group gap={4}>
              <ActionIcon
                variant="default"
                aria-label="Zoom out"
                disabled={zoom <= 0}
                onClick={() => onZoom(zoom - 1)}
              >
                −
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label="Zoom in"
                disabled={zoom >= closest}
                onClick={() => onZoom(zoom + 1)}
              >
                +
              </ActionIcon>
            </Group>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface SegmentsProps<Value extends string> {
  label: string;
  data: { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

function Segments<Value extends string>({ label, ...control }: SegmentsProps<Value>) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4} aria-hidden>
        {label}
      </Text>
      <SegmentedControl fullWidth size="xs" aria-label={label} {...control} />
    </div>
  );
}

const strokes = {
  earlier: 'M12 5l-5 5 5 5',
  later: 'M8 5l5 5-5 5',
  options: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  legend: 'M3 4.500h4v4H3zM3 11.500h4v4H3zM10 6.500h7M10 13.500h7',
  select: 'M4 4h12v12H4zM7 10.300l2.100 2.100L13.200 8',
  map: 'M3 5.500l4.500-2 5 2 4.500-2v11l-4.500 2-5-2-4.500 2zM7.500 3.500v11M12.500 5.500v11',
  quick: 'M11 2.500L4.500 11.500H9.500L9 17.500l6.500-9H10.500z',
  print: 'M6 8V3.500h8V8M6 13.500H3.500V8h13v5.500H14M6 11.500h8v5H6z',
} as const;

/** Strokes on the 20 px grid of the other icons. */
export function BarIcon({ name }: { name: keyof typeof strokes }) {
  return (
    <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
      <path d={strokes[name]} />
    </svg>
  );
}
