import { Checkbox, Select } from '@mantine/core';
import { jobTypesQuery } from '../../../../lib/choices/jobs.ts';
import { SearchSelect } from '../../../../lib/kit/form/search-select.tsx';
import { jobStates, priorities } from '@muster/domain/work/jobs/rules';
import { useQuery } from '@tanstack/react-query';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { FilterBar, named } from '../../../../lib/kit/list/filter-bar.tsx';
import { useCrew } from '../../../../lib/kit/choices/use-crew.ts';
import { workStateWord } from '../../../../lib/board/work-states.ts';
import type { Change } from '../../../../lib/page/search-params.ts';
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

/** The same for whoever has no technicians to choose from. */
export function JobFiltersWithoutCrew(props: FiltersProps) {
  return <Filters {...props} hasCrew={false} />;
}

export function JobFilters(props: FiltersProps) {
  return <Filters {...props} hasCrew />;
}

const states = jobStates.map((value) => ({ value, label: workStateWord(value) }));
const urgencies = priorities.map((value) => ({ value, label: priorityNames[value] }));
const orders: { value: JobSort; label: string }[] = [
  { value: '-number', label: 'Newest first' },
  { value: 'number', label: 'Oldest first' },
  { value: 'due', label: 'Due soonest first' },
  { value: '-due', label: 'Due latest first' },
  { value: 'priority', label: 'Most urgent first' },
  { value: '-priority', label: 'Least urgent first' },
];

function Filters({ search, onChange, hasCrew }: FiltersProps & { hasCrew: boolean }) {
  const { crew } = useCrew(hasCrew);
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
            {...named('Status', isLabelled)}
            placeholder="Any status"
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
          {hasCrew && (
            <SearchSelect
              {...named('Technician', isLabelled)}
              placeholder="Any technician"
              clearable
              thing="technician"
              nothingFoundMessage="No results"
              choices={crew.map(({ id, name }) => ({ value: id, label: name }))}
              value={search.technician ?? null}
              onChange={(technician) => onChange({ technician: technician ?? undefined })}
            />
          )}
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
                label="Due to"
                placeholder="Any day"
                value={search.due_to ?? null}
                onChange={(day) => onChange({ due_to: day ?? undefined })}
                canClear
              />
              <Select
                label="Sort by"
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
