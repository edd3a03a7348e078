import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/api.ts';
import { businessQuery } from '../../features/settings/api.ts';
import { BusinessForm } from '../../features/settings/components/business-form.tsx';
import { WeekDays } from '../../features/technicians/components/week-editor.tsx';
import { weekWords } from '../../features/technicians/model/week.ts';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export function BusinessSettingsPage() {
  const business = useQuery(businessQuery);
  const queryClient = useQueryClient();
  return (
    <SettingsFrame title="Business">
      <Loaded query={business} what="The settings" skeleton={<RowSkeleton rows={8} height={44} />}>
        {(row) => (
          <BusinessForm
            business={row}
            renderWeek={(week, onChange) => <WeekDays value={week} onChange={onChange} />}
            weekWords={weekWords}
            // The name is at the top of every page, and the clocks are those of the business.
            onSaved={() => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })}
          />
        )}
      </Loaded>
    </SettingsFrame>
  );
}
