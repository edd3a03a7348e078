import { Alert } from '@mantine/core';
import { type QuotaKind, quotaNotice } from '@muster/domain/identity/plans/quotas';
import { useQuery } from '@tanstack/react-query';
import { quotasQuery } from '../api.ts';

/** Says where people add records that the plan has little room left for them, long before it has none. */
export function QuotaNotice({ kind }: { kind: QuotaKind }) {
  const { data } = useQuery(quotasQuery);
  const quota = data?.find((one) => one.kind === kind);
  const text = quota && quotaNotice(kind, quota.used, quota.most);
  if (text === undefined) return null;
  return (
    <Alert color="attention" mb="sm">
      {text}
    </Alert>
  );
}
