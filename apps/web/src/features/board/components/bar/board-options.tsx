import { ActionIcon, Group, Popover, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import type { Change } from '../../../../lib/search-params.ts';
import { type BoardSearch, rowGroups, rowSorts } from '../../model/board-search.ts';
import { BarIcon } from './bar-icon.tsx';
import type { Look } from '../state/use-look.ts';

interface BoardOptionsProps {
  search: BoardSearch;
  zoom: number;
  onZoom: (zoom: number) => void;
  look: Look;
  onLook: (change: Partial<Look>) => void;
  onChange: (change: Change<BoardSearch>) => void;
}

const closest = 5;

const sortNames: Record<(typeof rowSorts)[number], string> = {
  name: 'By name',
  load: 'Least busy first',
  area: 'From north to south',
};

const groupNames: Record<(typeof rowGroups)[number], string> = { area: 'By area', skill: 'By first skill' };

/** How the board is shown: in which order, how tall, how large, and in whose colours. */
export function BoardOptions({ search, zoom, onZoom, look, onLook, onChange }: BoardOptionsProps) {
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
            label="Groups of technicians"
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
            label="Order of technicians"
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data={rowSorts.map((value) => ({ value, label: sortNames[value] }))}
            value={search.sort ?? 'name'}
            onChange={(sort) =>
              onChange({ sort: sort === 'name' ? undefined : (sort as BoardSearch['sort']) })
            }
          />
          <Choice
            label="Rows"
            data={[
              { value: 'comfortable', label: 'Comfortable' },
              { value: 'compact', label: 'Compact' },
            ]}
            value={look.density}
            onChange={(density) => onLook({ density })}
          />
          <Choice
            label="Edge of a visit"
            data={[
              { value: 'technician', label: 'Technician' },
              { value: 'type', label: 'Type of job' },
            ]}
            value={look.edge}
            onChange={(edge) => onLook({ edge })}
          />
          <Group justify="space-between" className="board-bar__zoom">
            <Text size="sm" fw={500}>
              Scale
            </Text>
            <Group gap={4}>
              <ActionIcon
                variant="default"
                aria-label="Show more time"
                disabled={zoom <= 0}
                onClick={() => onZoom(zoom - 1)}
              >
                −
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label="Show less time, larger"
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

interface ChoiceProps<Value extends string> {
  label: string;
  data: { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, ...control }: ChoiceProps<Value>) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4} aria-hidden>
        {label}
      </Text>
      <SegmentedControl fullWidth size="xs" aria-label={label} {...control} />
    </div>
  );
}
