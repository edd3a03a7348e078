import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../api/api.ts';

const gstRegistrationQuery = {
  queryKey: ['gst-registration'],
  queryFn: async () =>
    (await answer(api.GET('/services/scheduling/api/v1/money-settings'))).row.is_gst_registered,
  meta: { tables: ['money_settings'] },
};

/** Whether the business charges GST: whoever is not registered has prices without it. */
export function useIsGstRegistered(): boolean {
  return useQuery(gstRegistrationQuery).data ?? true;
}
