import { Button, NativeSelect } from '@mantine/core';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import type { Change } from '../../../../lib/page/search-params.ts';
import type { PrintSearch } from '../model/print-search.ts';
import './print-bar.css';

interface PrintBarProps {
  search: PrintSearch;
  date: LocalDate;
  technicians: readonly { id: string; name: string }[];
  onChange: (change: Change<PrintSearch>) => void;
}

/** What is printed, and the button that does it. It is not on paper itself. */
export function PrintBar({ search, date, technicians, onChange }: PrintBarProps) {
  const value = search.technician ?? search.only ?? '';
  const isUnknown =
    search.technician !== undefined && !technicians.some(({ id }) => id === search.technician);
  return (
    <div className="print-bar">
      <Button
        variant="default"
        aria-label="Previous day"
        onClick={() => onChange({ date: addDays(date, -1) })}
      >
        ‹
      </Button>
      <DayField label="Day" isBare value={date} onChange={(day) => day !== null && onChange({ date: day })} />
      <Button variant="default" aria-label="Next day" onClick={() => onChange({ date: addDays(date, 1) })}>
        ›
      </Button>
      <NativeSelect
        aria-label="What to print"
        value={value}
        data={[
          { value: '', label: 'Board and every technician' },
          { value: 'board', label: 'Board only' },
          ...technicians.map(({ id, name }) => ({ value: id, label: name })),
          ...(isUnknown ? [{ value, label: 'Former technician' }] : []),
        ]}
        onChange={({ target: { value } }) =>
          onChange({
            only: value === 'board' ? 'board' : undefined,
            technician: value === '' || value === 'board' ? undefined : value,
          })
        }
      />
      <Button variant="filled" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}
