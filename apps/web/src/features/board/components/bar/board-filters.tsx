import { Button, Popover, Select, Stack } from '@mantine/core';
import type { Change } from '../../../../lib/search-params.ts';
import type { BoardSearch } from '../../model/board-search.ts';
import type { Choice } from '../../model/filter-choices.ts';

interface FiltersProps {
  search: BoardSearch;
  skills: readonly Choice[];
  areas: readonly Choice[];
  /** Whether there is room for them beside the rest. */
  isWide: boolean;
  onChange: (change: Change<BoardSearch>) => void;
}

const states: readonly Choice[] = [
  { value: 'planned', label: 'Planned, not told yet' },
  { value: 'dispatched', label: 'Dispatched' },
  { value: 'under way', label: 'Under way' },
  { value: 'over', label: 'Over' },
];

/** Who is shown, and which visits stand out: in sight where there is room. */
export function Filters(props: FiltersProps) {
  const { search, isWide } = props;
  if (isWide) return <Fields {...props} />;
  const count = [search.skill, search.area, search.state].filter(Boolean).length;
  return (
    <Popover position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button size="compact-sm" variant="default" className="board-bar__filter">
          Filter{count > 0 && ` · ${count}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Fields {...props} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Fields({ search, skills, areas, isWide, onChange }: FiltersProps) {
  const field = (label: string, short: string) => ({
    ...(isWide ? { 'aria-label': label, placeholder: short } : { label, placeholder: 'Any' }),
    clearable: true,
    className: 'board-bar__filter',
    // In a popover they belong to it, or else a click on a choice closes it.
    comboboxProps: {
      withinPortal: isWide,
      width: isWide ? 240 : ('target' as const),
      position: 'bottom-start' as const,
    },
  });
  return (
    <>
      <Select
        {...field('Technicians who have the skill', 'Skill')}
        data={[...skills]}
        value={search.skill ?? null}
        onChange={(skill) => onChange({ skill: skill ?? undefined })}
      />
      <Select
        {...field('Technicians from the area', 'Area')}
        data={[...areas]}
        value={search.area ?? null}
        onChange={(area) => onChange({ area: area ?? undefined })}
      />
      <Select
        {...field('Visits that are', 'State')}
        data={[...states]}
        value={search.state ?? null}
        onChange={(state) => onChange({ state: (state as BoardSearch['state'] | null) ?? undefined })}
      />
    </>
  );
}
