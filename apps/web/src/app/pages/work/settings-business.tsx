import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ReportHead } from '../../../features/field/reports/components/report-sheet.tsx';
import { sessionQuery } from '../../../features/identity/accounts/api.ts';
import { businessQuery } from '../../../features/work/settings/api.ts';
import { useConfirmation } from '../../../features/work/settings/components/reply-address.tsx';
import { BusinessForm } from '../../../features/work/settings/components/business-form.tsx';
import { WeekDays } from '../../../features/work/technicians/components/week-editor.tsx';
import { weekWords } from '../../../features/work/technicians/model/week.ts';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { addresses } from '../../addresses.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export function BusinessSettingsPage() {
  const { confirm } = useSearch({ from: '/signed-in/account/dispatch/owners/settings/business' });
  const navigate = useNavigate();
  useConfirmation(confirm, () => void navigate({ to: addresses.businessSettings, replace: true }));
  const business = useQuery(businessQuery);
  const queryClient = useQueryClient();
  return (
    <SettingsFrame title="Business">
      <Loaded query={business} what="the settings" skeleton={<RowSkeleton rows={8} height={44} />}>
        {(row) => (
          <BusinessForm
            business={row}
            renderWeek={(week, onChange) => <WeekDays value={week} onChange={onChange} />}
            weekWords={weekWords}
            renderReportHead={(shown) => <ReportHead business={shown} logo={shown.logo_id} />}
            // The name is at the top of every page, and the clocks are those of the business.
            onSaved={() => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })}
          />
        )}
      </Loaded>
    </SettingsFrame>
  );
}
