import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  accountingQuery,
  type AccountingStateRow,
  comeBack,
} from '../../../features/money/accounting-services/api.ts';
import { AccountingSettings } from '../../../features/money/accounting-services/components/accounting-settings.tsx';
import {
  ChooseOrganisation,
  ComingBack,
  NotConnected,
} from '../../../features/money/accounting-services/components/connect-xero.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from '../work/settings-frame.tsx';

/** The books in Xero: which organisation, where what goes over belongs, and from which day on. Xero sends whoever connects back here. */
export function AccountingSettingsPage() {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  const accounting = useQuery(accountingQuery);
  const returning = useReturn();
  const isOwner = user.role === 'owner';
  return (
    <SettingsFrame
      title="Accounting"
      lead="Invoices, credit notes and payments go to Xero by themselves, each once."
    >
      {returning.isBack && <ComingBack problem={returning.problem} />}
      {(!returning.isBack || returning.problem !== null) && (
        <Loaded query={accounting} what="the accounting" skeleton={<RowSkeleton rows={6} height={56} />}>
          {(state) => <Books state={state} isOwner={isOwner} />}
        </Loaded>
      )}
    </SettingsFrame>
  );
}

function Books({ state, isOwner }: { state: AccountingStateRow; isOwner: boolean }) {
  const { row, offers } = state;
  if (offers !== null && isOwner) return <ChooseOrganisation state={state} offers={offers} />;
  if (row === null) return <NotConnected state={state} isOwner={isOwner} />;
  return <AccountingSettings books={{ ...state, row }} isOwner={isOwner} />;
}

const NOT_ALLOWED = 'You didn’t allow it in Xero. Nothing has changed.';

/** What Xero sent along with the browser is handed on once, and taken out of the address. */
function useReturn(): { isBack: boolean; problem: string | null } {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [sent] = useState(() => new URLSearchParams(window.location.search));
  const [isBack, setBack] = useState(sent.has('state'));
  const [problem, setProblem] = useState<string | null>(
    sent.has('state') && !sent.has('code') ? NOT_ALLOWED : null,
  );
  const begun = useRef(false);
  useEffect(() => {
    const state = sent.get('state');
    if (state === null || begun.current) return;
    begun.current = true;
    const code = sent.get('code');
    void navigate({ to: '/settings/accounting', replace: true });
    if (code === null) return;
    comeBack({ state, code })
      .then(() => queryClient.invalidateQueries({ queryKey: accountingQuery.queryKey }))
      .then(() => setBack(false))
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  }, [navigate, queryClient, sent]);
  return { isBack, problem };
}
