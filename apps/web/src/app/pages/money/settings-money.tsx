import { useQuery } from '@tanstack/react-query';
import { moneySettingsQuery } from '../../../features/money/money-settings/api.ts';
import { MoneySettingsForm } from '../../../features/money/money-settings/components/money-settings-form.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from '../work/settings-frame.tsx';

export function MoneySettingsPage() {
  const settings = useQuery(moneySettingsQuery);
  return (
    <SettingsFrame title="Money" lead="How invoices are numbered, when they’re due, and what they say.">
      <Loaded query={settings} what="the settings" skeleton={<RowSkeleton rows={8} height={44} />}>
        {(known) => <MoneySettingsForm known={known} />}
      </Loaded>
    </SettingsFrame>
  );
}
