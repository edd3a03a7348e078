import { Text } from '@mantine/core';
import { usualMoneySettings } from '@muster/domain/money/money-settings/rules';
import { useQuery } from '@tanstack/react-query';
import { customerTermsQuery } from '../../../features/money/customer-terms/api.ts';
import { AgreedPrices } from '../../../features/money/customer-terms/components/agreed-prices.tsx';
import {
  TermsForm,
  TermsReading,
} from '../../../features/money/customer-terms/components/customer-terms.tsx';
import { moneySettingsQuery } from '../../../features/money/money-settings/api.ts';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { useKeepsMoney, useSeesMoney } from './use-money.ts';

/** What was agreed with a customer about money, in their drawer; nothing for those without the right to money. */
export function CustomerPricing({ customer }: { customer: string }) {
  const enabled = useSeesMoney();
  const canEdit = useKeepsMoney();
  const terms = useQuery({ ...customerTermsQuery(customer), enabled });
  const settings = useQuery({ ...moneySettingsQuery, enabled }).data?.row ?? usualMoneySettings;
  if (terms.isError)
    return (
      <DrawerSection title="Terms">
        <Text c="dimmed">We couldn’t load the terms.</Text>
      </DrawerSection>
    );
  if (!terms.data) return null;
  return (
    <>
      {canEdit ? (
        <TermsForm terms={terms.data} usualDays={settings.terms_days} />
      ) : (
        <TermsReading terms={terms.data} />
      )}
      <AgreedPrices customer={customer} canEdit={canEdit} />
    </>
  );
}
