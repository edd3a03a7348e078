import type { Proposal } from '@muster/domain/proposals/schema';
import { notify } from '@muster/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { proposalQuery } from '../api.ts';
import { heardOf } from '../model/heard.ts';
import { ownDecisions } from './own-decisions.ts';

interface Known {
  days: string;
  open: readonly Proposal[];
}

/** Tells of proposals that a colleague has accepted or rejected, whole or in part. */
export function useHeard(open: readonly Proposal[] | undefined, days: string): void {
  const queryClient = useQueryClient();
  const known = useRef<Known>(undefined);
  const hear = useEffectEvent(async (id: string) => {
    if (ownDecisions.has(id)) return;
    const proposal = await queryClient
      .fetchQuery({ ...proposalQuery(id), staleTime: 0 })
      .catch(() => undefined);
    const words = proposal && heardOf(proposal);
    if (words !== undefined) notify({ level: 'info', text: words });
  });
  useEffect(() => {
    if (open === undefined) return;
    const before = known.current?.days === days ? known.current.open : [];
    known.current = { days, open };
    for (const { id, counts } of before) {
      const now = open.find((one) => one.id === id);
      if (now?.counts.accepted !== counts.accepted) void hear(id);
    }
  }, [open, days]);
}
