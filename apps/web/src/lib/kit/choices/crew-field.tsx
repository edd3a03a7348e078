import { SearchMany } from '../form/search-many.tsx';
import { useCrew } from './use-crew.ts';

interface CrewFieldProps {
  label: string;
  placeholder: string;
  value: string[];
  onChange: (technicians: string[]) => void;
  most?: number;
  /** Only those who can be scheduled. */
  activeOnly?: boolean;
}

/** Technicians, chosen by name. */
export function CrewField({ label, placeholder, value, onChange, most, activeOnly = false }: CrewFieldProps) {
  const { crew, nameOf } = useCrew();
  const offered = crew.filter(({ id, is_active }) => is_active || !activeOnly || value.includes(id));
  const missing = value.filter((id) => !offered.some((one) => one.id === id));
  return (
    <SearchMany
      label={label}
      placeholder={placeholder}
      thing="technician"
      nothingFound="No results"
      choices={[
        ...offered.map(({ id, name }) => ({ value: id, label: name })),
        ...missing.map((id) => ({ value: id, label: nameOf(id) })),
      ]}
      value={value}
      onChange={onChange}
      {...(most === undefined ? {} : { maxValues: most })}
    />
  );
}
