import { SearchMany } from '../form/search-many.tsx';
import { useSkills } from './use-skills.ts';

interface SkillChoiceProps {
  label: string;
  placeholder: string;
  value: string[];
  onChange: (skills: string[]) => void;
}

/** Skills of the business, chosen by name. */
export function SkillChoice({ label, placeholder, value, onChange }: SkillChoiceProps) {
  const { all, choicesFor } = useSkills();
  return (
    <SearchMany
      label={label}
      placeholder={placeholder}
      thing="skill"
      choices={choicesFor(value)}
      // Until the names are there, nothing is shown rather than ids.
      value={all.length > 0 ? value : []}
      nothingFound="No results"
      onChange={onChange}
    />
  );
}
