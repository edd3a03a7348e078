import { useQuery } from '@tanstack/react-query';
import { businessQuery } from '../../../features/work/settings/api.ts';
import { PlanningForm } from '../../../features/work/settings/components/planning-form.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export function PlanningSettingsPage() {
  const business = useQuery(businessQuery);
  return (
    <SettingsFrame
      title="Planning"
      lead="What to aim for when you press Plan. Promised windows, tickets and hours are kept whatever you choose here."
    >
      <Loaded query={business} what="the settings" skeleton={<RowSkeleton rows={8} height={44} />}>
        {(row) => <PlanningForm business={row} />}
      </Loaded>
    </SettingsFrame>
  );
}
