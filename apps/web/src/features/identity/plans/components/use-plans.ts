import { useEffect, useState } from 'react';
import { loadPlans } from '../api.ts';
import type { Plan } from '../api.ts';

export interface Plans {
  /** Undefined until they have arrived. */
  plans: readonly Plan[] | undefined;
  /** Why they have not. */
  error: Error | undefined;
  reload: () => void;
}

/** The plans for a public page, which has no query cache. */
export function usePlans(): Plans {
  const [plans, setPlans] = useState<readonly Plan[]>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    loadPlans().then(setPlans, setError);
  }, []);
  function reload() {
    setError(undefined);
    loadPlans().then(setPlans, setError);
  }
  return { plans, error, reload };
}
