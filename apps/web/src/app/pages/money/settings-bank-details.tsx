import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { bankDetailsQuery } from '../../../features/money/bank-details/api.ts';
import { BankDetailsForm } from '../../../features/money/bank-details/components/bank-details-form.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from '../work/settings-frame.tsx';

export function BankDetailsPage() {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  const details = useQuery(bankDetailsQuery);
  return (
    <SettingsFrame
      title="Bank details"
      lead="Where invoices ask customers to pay. Only owners see this page, and every owner gets an email when something changes. Invoices that are still to be paid show new details at once, on their page and in reminders. Papers that customers already have don’t change."
    >
      <Loaded query={details} what="the bank details" skeleton={<RowSkeleton rows={4} height={56} />}>
        {({ row }) => <BankDetailsForm details={row} email={user.email} />}
      </Loaded>
    </SettingsFrame>
  );
}
