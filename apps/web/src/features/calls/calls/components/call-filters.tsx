import { Select } from '@mantine/core';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { FilterBar, named } from '../../../../lib/kit/list/filter-bar.tsx';
import type { Change } from '../../../../lib/page/search-params.ts';
import { type CallSearch, countFilters, noFilters } from '../model/call-search.ts';

interface FiltersProps {
  search: CallSearch;
  onChange: (change: Change<CallSearch>) => void;
  campaigns: readonly { id: string; name: string }[];
}

/** Filters in a row need so much room. */
const roomPx = 720;

export function CallFilters({ search, onChange, campaigns }: FiltersProps) {
  return (
    <FilterBar
      search={search.search}
      placeholder="Search by number or name"
      onSearch={(text) => onChange({ search: text })}
      count={countFilters(search)}
      onClear={() => onChange(noFilters)}
      room={roomPx}
    >
      {(isLabelled) => (
        <>
          <Select
            {...named('Calls', isLabelled)}
            placeholder="All calls"
            clearable
            data={[{ value: 'missed', label: 'Missed' }]}
            value={search.missed ? 'missed' : null}
            onChange={(value) => onChange({ missed: value === null ? undefined : true })}
          />
          {campaigns.length > 0 && (
            <Select
              {...named('Campaign', isLabelled)}
              placeholder="Any campaign"
              clearable
              data={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
              value={search.campaign ?? null}
              onChange={(campaign) => onChange({ campaign: campaign ?? undefined })}
            />
          )}
          <DayField
            label="Day"
            isBare={!isLabelled}
            placeholder="Any day"
            canClear
            value={search.day ?? null}
            onChange={(day) => onChange({ day: day ?? undefined })}
          />
        </>
      )}
    </FilterBar>
  );
}
