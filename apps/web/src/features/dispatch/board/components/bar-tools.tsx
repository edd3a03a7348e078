import { ActionIcon, Button, Group, Menu, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { type ReactElement, useRef } from 'react';
import type { Change } from '../../../../lib/page/search-params.ts';
import { type BoardSearch, rowGroups, rowSorts } from '../model/board-search.ts';
import { densities, type Look } from './state/use-look.ts';

/** Something that the bar offers: an icon, a word, or a line of the menu where there is no room. */
export interface BarTool {
  readonly label: string;
  /** What it says where the pointer rests. */
  readonly title?: string;
  readonly icon?: keyof typeof strokes;
  /** Whether it is a word in the bar, too. */
  readonly isWord?: true;
  readonly shortcut?: string;
  /** Of what is on or off. */
  readonly isOn?: boolean;
  /** Whether it waits for somebody. */
  readonly isUrgent?: true;
  readonly onPress?: () => void;
  readonly onNear?: () => void;
  /** Of what leads elsewhere. */
  readonly renderRoot?: (props: object) => ReactElement;
}

/** Each as it stands in the bar. */
export function Tools({ tools }: { tools: readonly BarTool[] }) {
  return tools.map(({ label, title, icon, isWord, shortcut, isOn, isUrgent, onPress, onNear, ...root }) => {
    const given = {
      title,
      'aria-keyshortcuts': shortcut,
      'aria-pressed': isOn,
      onClick: onPress,
      onPointerEnter: onNear,
      ...root,
    };
    return icon && !isWord ? (
      <ActionIcon key={label} variant={isOn ? 'filled' : 'subtle'} aria-label={label} {...given}>
        <BarIcon name={icon} />
      </ActionIcon>
    ) : (
      <Button key={label} size="compact-sm" variant={isUrgent ? 'light' : 'default'} {...given}>
        {label}
      </Button>
    );
  });
}

/** What has no room stands in one menu. */
export function FoldedTools({ tools }: { tools: readonly BarTool[] }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" width={220} shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          className="board-bar__more"
          aria-label="More"
          title="More"
          data-urgent={tools.some(({ isUrgent }) => isUrgent) || undefined}
        >
          <BarIcon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {tools.map(({ label, icon, isOn, onPress, onNear, renderRoot }) => (
          <Menu.Item
            key={label}
            aria-current={isOn || undefined}
            leftSection={<BarIcon name={icon ?? (isOn ? 'chosen' : 'none')} />}
            rightSection={icon && isOn && <BarIcon name="chosen" />}
            onPointerEnter={onNear}
            onClick={() => {
              // Whatever opens gives the focus back to where it was.
              button.current?.focus();
              onPress?.();
            }}
            {...(renderRoot && { renderRoot })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
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
export function BoardOptions({ search, zoom, onZoom, look, onLook, onChange }: BoardOptionsProps) {
  return (
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
        onChange={(sort) => onChange({ sort: sort === 'name' ? undefined : (sort as BoardSearch['sort']) })}
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
  today: 'M3.500 5h13v11.500h-13zM3.500 8.500h13M7 3v3.500M13 3v3.500M10 11v2.500M8.750 12.250h2.500',
  options: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  legend: 'M3 4.500h4v4H3zM3 11.500h4v4H3zM10 6.500h7M10 13.500h7',
  select: 'M4 4h12v12H4zM7 10.300l2.100 2.100L13.200 8',
  map: 'M3 5.500l4.500-2 5 2 4.500-2v11l-4.500 2-5-2-4.500 2zM7.500 3.500v11M12.500 5.500v11',
  quick: 'M11 2.500L4.500 11.500H9.500L9 17.500l6.500-9H10.500z',
  plan: 'M4 15.500l4-6 3.500 3 4.500-8M12.500 4.500H16V8',
  chosen: 'M4 10.500l4 4 8-9',
  none: '',
  more: 'M4.500 10h.010M10 10h.010M15.500 10h.010',
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
