import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { cardServiceQuery } from '../../../features/money/card-services/api.ts';
import { CardStanding } from '../../../features/money/card-services/components/card-standing.tsx';
import { moneySettingsQuery } from '../../../features/money/money-settings/api.ts';
import { MoneySettingsForm } from '../../../features/money/money-settings/components/money-settings-form.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from '../work/settings-frame.tsx';
import { useBusiness } from '../work/use-business.ts';

export function MoneySettingsPage() {
  const settings = useQuery(moneySettingsQuery);
  return (
    <SettingsFrame title="Money" lead="How invoices are numbered, when they’re due, and what they say.">
      <Loaded query={settings} what="the settings" skeleton={<RowSkeleton rows={8} height={44} />}>
        {(known) => <MoneySettingsForm known={known} cards={<Cards />} />}
      </Loaded>
    </SettingsFrame>
  );
}

function Cards() {
  const { isOwner } = useBusiness();
  const cards = useQuery({ ...cardServiceQuery, enabled: isOwner });
  if (!isOwner) return <Text>An owner connects the Stripe account that customers pay into.</Text>;
  return (
    <Loaded query={cards} what="card payments" skeleton={<RowSkeleton rows={1} height={48} />}>
      {({ row }) => <CardStanding service={row} />}
    </Loaded>
  );
}
