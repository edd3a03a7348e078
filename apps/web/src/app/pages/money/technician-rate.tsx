import { useQuery } from '@tanstack/react-query';
import { LabourRate } from '../../../features/money/labour-rates/components/labour-rate.tsx';
import { moneySettingsQuery } from '../../../features/money/money-settings/api.ts';
import { useKeepsMoney, useSeesMoney } from './use-money.ts';

/** What an hour of a technician costs customers, in their drawer; nothing for those without the right to money. */
export function TechnicianRate({ technician }: { technician: { id: string; name: string } }) {
  const enabled = useSeesMoney();
  const canEdit = useKeepsMoney();
  const settings = useQuery({ ...moneySettingsQuery, enabled }).data?.row;
  return settings && <LabourRate technician={technician} usual={settings.labour_item_id} canEdit={canEdit} />;
}
