import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../api/api.ts';

const textsQuery = {
  queryKey: ['whether texts leave'],
  queryFn: async () => (await answer(api.GET('/services/scheduling/api/v1/settings'))).texts,
  meta: { tables: ['text_settings', 'connections'] },
};

/** Whether texts can leave at all, so that a mobile number will do to tell somebody something. */
export function useHasTexts(): boolean {
  const { data } = useQuery(textsQuery);
  return data !== undefined && data !== 'off';
}
