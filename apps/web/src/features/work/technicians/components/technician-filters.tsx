import { Checkbox, Select } from '@mantine/core';
import { SearchSelect } from '../../../../lib/kit/form/search-select.tsx';
import { FilterBar, named, OrderField } from '../../../../lib/kit/list/filter-bar.tsx';
import type { Change } from '../../../../lib/page/search-params.ts';
import { countFilters, noFilters, stateNames, type TechnicianSearch } from '../model/technician-search.ts';
import { useSkills } from '../../../../lib/kit/choices/use-skills.ts';

interface FiltersProps {
  search: TechnicianSearch;
  onChange: (change: Change<TechnicianSearch>) => void;
}

const states = Object.entries(stateNames).map(([value, label]) => ({ value, label }));
export function TechnicianFilters({ search, onChange }: FiltersProps) {
  const { choicesFor } = useSkills();
  return (
    <FilterBar
      search={search.search}
      placeholder="Search by name, phone or email"
      onSearch={(text) => onChange({ search: text })}
      count={countFilters(search)}
      onClear={() => onChange(noFilters)}
    >
      {(isLabelled) => (
        <>
          <Select
            {...named('Status', isLabelled)}
            placeholder="Any status"
            clearable
            data={states}
            value={search.state ?? null}
            onChange={(state) => onChange({ state: (state ?? undefined) as TechnicianSearch['state'] })}
          />
          <SearchSelect
            {...named('Skill', isLabelled)}
            placeholder="Any skill"
            clearable
            thing="skill"
            nothingFoundMessage="No results"
            choices={choicesFor(search.skill === undefined ? [] : [search.skill])}
            value={search.skill ?? null}
            onChange={(skill) => onChange({ skill: skill ?? undefined })}
          />
          {isLabelled && <OrderField sort={search.sort} onChange={onChange} />}
          <Checkbox
            label="Ticket expiring"
            checked={search.expiring ?? false}
            onChange={(event) => onChange({ expiring: event.target.checked || undefined })}
          />
        </>
      )}
    </FilterBar>
  );
}
