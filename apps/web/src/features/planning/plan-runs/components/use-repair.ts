import type { NewPlanRun } from '@muster/domain/planning/plan-runs/schema';
import { notify } from '@muster/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../../lib/api/api.ts';
import { commandId } from '../../../../lib/api/command.ts';
import { askForRun, runQuery } from '../api.ts';
import { quickRepair } from '../model/ways.ts';

type Days = Pick<NewPlanRun, 'from' | 'to'>;

/** Asks for the repair of some days where no board is shown; `onAsked` goes to one. */
export function useRepair<Wanted extends Days>(onAsked: (run: string, days: Wanted) => void) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);

  async function ask(days: Wanted): Promise<void> {
    if (isAsking) return;
    const id = commandId();
    setAsking(true);
    try {
      const run = await askForRun({ from: days.from, to: days.to, ...quickRepair }, id);
      queryClient.setQueryData(runQuery(id).queryKey, run);
      onAsked(id, days);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ level: 'info', text: error.message });
    } finally {
      setAsking(false);
    }
  }

  return { isAsking, ask: (days: Wanted) => void ask(days) };
}
