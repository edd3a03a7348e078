import { useQuery } from '@tanstack/react-query';
import { businessQuery } from '../../../features/work/settings/api.ts';
import { CustomerPageForm } from '../../../features/work/settings/components/customer-page-form.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export function CustomerPageSettingsPage() {
  const business = useQuery(businessQuery);
  return (
    <SettingsFrame
      title="Customer’s page"
      lead="What your customers see and do on the page of their visit. You copy its link, or look at the page, at the visit in a job."
    >
      <Loaded query={business} what="the settings" skeleton={<RowSkeleton rows={6} height={44} />}>
        {(row) => <CustomerPageForm business={row} />}
      </Loaded>
    </SettingsFrame>
  );
}
