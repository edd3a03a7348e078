import { SearchMany } from '../../../lib/kit/form/search-many.tsx';
import { useSkills } from '../../../lib/kit/use-skills.ts';
import { NewSkill } from './new-skill.tsx';

interface SkillFieldProps {
  value: string[];
  onChange: (skills: string[]) => void;
  /** Whether this person may make new skills. */
  canAdd: boolean;
}

export function SkillField({ value, onChange, canAdd }: SkillFieldProps) {
  const { all, choicesFor } = useSkills();
  const choices = choicesFor(value);
  return (
    <>
      <SearchMany
        aria-label="Skills"
        placeholder="What they can do"
        thing="skill"
        choices={choices}
        // Until the names are there, nothing is shown rather than ids.
        value={all.length > 0 ? value : []}
        nothingFound={choices.length === 0 ? 'There are no skills yet' : 'No other skill of that name'}
        onChange={onChange}
      />
      {canAdd && <NewSkill onAdded={(id) => onChange([...value, id])} />}
    </>
  );
}
