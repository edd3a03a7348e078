import { useEffect, useState, useSyncExternalStore } from 'react';
import { forgetToken, hideToken, readToken } from '../model/link.ts';

interface Found<State> {
  state: State;
  email: string | null;
  /** Whose account it leads to, where somebody else has opened it. */
  business?: string | null;
}

type LinkAnswer<State> = { found: Found<State> } | { error: unknown };

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
  name: Parameters<typeof readToken>[0] = 'token',
) {
  const token = useSyncExternalStore(neverChanges, () => readToken(name), notReadYet);
  const [answer, setAnswer] = useState<LinkAnswer<State>>();
  const [isForgotten, setForgotten] = useState(false);

  useEffect(() => {
    if (!token) return;
    hideToken(name, token);
    void attempt(check, token).then(setAnswer);
  }, [check, name, token]);

  return {
    link: isForgotten ? ({ step: 'none' } as const) : linkOf(token, answer),
    /** Asks again after a failure. */
    look: async (): Promise<void> => {
      setAnswer(undefined);
      if (token) setAnswer(await attempt(check, token));
    },
    /** A call that was to use the link has found it in another state. */
    change: (state: State): void => {
      setAnswer({ found: { state, email: answer && 'found' in answer ? answer.found.email : null } });
    },
    /** Goes on as if the page had been opened without a link. */
    forget: (): void => {
      forgetToken();
      setForgotten(true);
    },
  };
}

function linkOf<State>(token: string | null | undefined, answer: LinkAnswer<State> | undefined): Link<State> {
  if (token === undefined) return { step: 'before' };
  if (token === null) return { step: 'none' };
  if (answer === undefined) return { step: 'checking', token };
  return 'found' in answer
    ? { step: 'found', token, found: answer.found }
    : { step: 'failed', token, error: answer.error };
}

async function attempt<State>(
  check: (token: string) => Promise<Found<State>>,
  token: string,
): Promise<LinkAnswer<State>> {
  try {
    return { found: await check(token) };
  } catch (error) {
    return { error };
  }
}

/** The address does change, but only by taking the token out of it. */
const neverChanges = () => () => {};
const notReadYet = () => undefined;
