import { useQuery } from '@tanstack/react-query';
import { ArchiveNote, SkillList } from '../../../features/work/settings/components/skill-list.tsx';
import { skillsQuery } from '../../../lib/choices/skills.ts';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export function SkillSettingsPage() {
  const skills = useQuery(skillsQuery);
  return (
    <SettingsFrame title="Skills" lead="What your people can do, and what jobs need.">
      <Loaded query={skills} what="the skills" skeleton={<RowSkeleton rows={6} height={56} />}>
        {(rows) => (
          <>
            <SkillList skills={rows} />
            {rows.length > 0 && <ArchiveNote />}
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}
