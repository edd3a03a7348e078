import { useLayoutEffect, useRef, useState } from 'react';

interface OneTap {
  isBusy: boolean;
  /** Does the work, unless the tap before this one is still at it. */
  once: (work: () => Promise<unknown>) => Promise<void>;
}

/**
 * Two taps of one thumb are one: what is kept has no second entry with an id of its own. What is shown is too late to hold the second tap
 * back, because both may come before it is shown; and the next tap counts when what came of the first is shown.
 */
export function useOneTap(): OneTap {
  const [shown, setShown] = useState({ isBusy: false });
  const isTapped = useRef(false);
  useLayoutEffect(() => {
    isTapped.current = shown.isBusy;
  }, [shown]);
  async function once(work: () => Promise<unknown>) {
    if (isTapped.current) return;
    isTapped.current = true;
    setShown({ isBusy: true });
    try {
      await work();
    } finally {
      setShown({ isBusy: false });
    }
  }
  return { isBusy: shown.isBusy, once };
}
