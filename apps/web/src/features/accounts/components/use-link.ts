import { useCallback, useEffect, useState } from 'react';
import { takeToken } from '../model/link-token.ts';

interface Found<State> {
  state: State;
  email: string | null;
  /** Whose account it leads to, where somebody else has opened it. */
  business?: string | null;
}

type Link<State> =
  /** The page as it was pre-rendered: the script has not looked yet. */
  | { step: 'before' }
  /** Opened without a link. */
  | { step: 'none' }
  | { step: 'checking'; token: string }
  | { step: 'failed'; token: string; error: unknown }
  | { step: 'found'; token: string; found: Found<State> };

/** Asks about the link that the page was opened with. Asking uses nothing up: mail scanners open links, too. */
export function useLink<State>(
  check: (token: string) => Promise<Found<State>>,
  name: Parameters<typeof takeToken>[0] = 'token',
) {
  const [link, setLink] = useState<Link<State>>({ step: 'before' });

  const look = useCallback(
    async (token: string) => {
      setLink({ step: 'checking', token });
      try {
        setLink({ step: 'found', token, found: await check(token) });
      } catch (error) {
        setLink({ step: 'failed', token, error });
      }
    },
    [check],
  );

  useEffect(() => {
    const token = takeToken(name);
    if (token === undefined) setLink({ step: 'none' });
    else void look(token);
  }, [look, name]);

  /** A call that was to use the link has found it in another state. */
  function change(state: State) {
    if (!('token' in link)) return;
    const email = link.step === 'found' ? link.found.email : null;
    setLink({ step: 'found', token: link.token, found: { state, email } });
  }

  return { link, look, change };
}
