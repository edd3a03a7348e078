import { Button, CloseButton, Group, Popover, Select, Stack, Text, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import type { Change } from '../../../../lib/page/search-params.ts';
import type { BoardSearch } from '../model/board-search.ts';
import type { Choice } from '../model/rows.ts';

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
export function Filters({ search, skills, areas, isWide, onChange }: FiltersProps) {
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
