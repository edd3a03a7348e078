import { Checkbox, Select } from '@mantine/core';
import { SearchSelect } from '../../../lib/kit/form/search-select.tsx';
import { jobStates, priorities } from '@muster/domain/jobs/rules';
import { useQuery } from '@tanstack/react-query';
import { DayField } from '../../../lib/kit/form/day-field.tsx';
import { FilterBar, named } from '../../../lib/kit/list/filter-bar.tsx';
import { useCrew } from '../../../lib/kit/use-crew.ts';
import { workStateWord } from '../../../lib/work-states.ts';
import type { Change } from '../../../lib/search-params.ts';
import { jobTypesQuery } from '../api.ts';
import {
  countFilters,
  countHidden,
  type JobSearch,
  type JobSort,
  noFilters,
  priorityNames,
  usualSort,
} from '../model/job-search.ts';

interface FiltersProps {
  search: JobSearch;
  onChange: (change: Change<JobSearch>) => void;
}

const states = jobStates.map((value) => ({ value, label: workStateWord(value) }));
const urgencies = priorities.map((value) => ({ value, label: priorityNames[value] }));
const orders: { value: JobSort; label: string }[] = [
  { value: '-number', label: 'Newest first' },
  { value: 'number', label: 'Oldest first' },
  { value: 'due', label: 'Due first' },
  { value: '-due', label: 'Due last' },
  { value: 'priority', label: 'Most urgent first' },
  { value: '-priority', label: 'Least urgent first' },
];

export function JobFilters({ search, onChange }: FiltersProps) {
  const { crew } = useCrew();
  const types = useQuery(jobTypesQuery).data ?? [];
  return (
    <FilterBar
      search={search.search}
      placeholder="Search number, customer, suburb"
      onSearch={(text) => onChange({ search: text })}
      count={countFilters(search)}
      onClear={() => onChange(noFilters)}
      more={countHidden(search)}
    >
      {(isLabelled) => (
        <>
          <Select
            {...named('State', isLabelled)}
            placeholder="Any state"
            clearable
            data={states}
            value={search.state ?? null}
            onChange={(state) => onChange({ state: state ?? undefined })}
          />
          <Select
            {...named('Priority', isLabelled)}
            placeholder="Any priority"
            clearable
            data={urgencies}
            value={search.priority ?? null}
            onChange={(priority) => onChange({ priority: priority ?? undefined })}
          />
          <SearchSelect
            {...named('Technician', isLabelled)}
            placeholder="Any technician"
            clearable
            thing="technician"
            nothingFoundMessage="No such technician"
            choices={crew.map(({ id, name }) => ({ value: id, label: name }))}
            value={search.technician ?? null}
            onChange={(technician) => onChange({ technician: technician ?? undefined })}
          />
          {isLabelled && (
            <>
              <Select
                label="Job type"
                placeholder="Any type"
                clearable
                data={types.map(({ id, name }) => ({ value: id, label: name }))}
                value={search.type ?? null}
                onChange={(type) => onChange({ type: type ?? undefined })}
              />
              <DayField
                label="Due from"
                placeholder="Any day"
                value={search.due_from ?? null}
                onChange={(day) => onChange({ due_from: day ?? undefined })}
                canClear
              />
              <DayField
                label="Due until"
                placeholder="Any day"
                value={search.due_to ?? null}
                onChange={(day) => onChange({ due_to: day ?? undefined })}
                canClear
              />
              <Select
                label="Order"
                allowDeselect={false}
                data={orders}
                value={search.sort ?? usualSort}
                onChange={(sort) => onChange({ sort: sort === usualSort ? undefined : (sort as JobSort) })}
              />
              <Checkbox
                label="Archived"
                checked={search.archived ?? false}
                onChange={(event) => onChange({ archived: event.target.checked || undefined })}
              />
            </>
          )}
        </>
      )}
    </FilterBar>
  );
}
