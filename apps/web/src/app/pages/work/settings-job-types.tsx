import { useQuery } from '@tanstack/react-query';
import { jobTypesQuery } from '../../../lib/choices/jobs.ts';
import { JobTypeList } from '../../../features/work/settings/components/job-type-list.tsx';
import { ColourField } from '../../../features/work/technicians/components/colour-field.tsx';
import { SkillField } from '../../../features/work/technicians/components/skill-field.tsx';
import { useSkills } from '../../../lib/kit/choices/use-skills.ts';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export function JobTypeSettingsPage() {
  const jobTypes = useQuery(jobTypesQuery);
  const { nameOf } = useSkills();
  return (
    <SettingsFrame title="Job types" lead="How long each type of work takes, and who can do it.">
      <Loaded query={jobTypes} what="the job types" skeleton={<RowSkeleton rows={6} height={56} />}>
        {(rows) => (
          <JobTypeList
            jobTypes={rows}
            skillName={nameOf}
            renderSkills={(value, onChange) => <SkillField value={value} onChange={onChange} canAdd />}
            renderColour={(value, onChange) => <ColourField value={value} onChange={onChange} />}
          />
        )}
      </Loaded>
    </SettingsFrame>
  );
}
