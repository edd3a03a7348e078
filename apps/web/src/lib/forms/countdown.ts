import { useCallback, useEffect, useState } from 'react';

const tickMs = 1_000;

export interface Countdown {
  /** Whole seconds to go; 0 when there is nothing to wait for. */
  left: number;
  start: (seconds: number) => void;
  clear: () => void;
}

/** Counts down a time that the server named. Read from the clock at each tick: a tab that slept does not lag behind. */
export function useCountdown(seconds = 0): Countdown {
  const [until, setUntil] = useState(() => (seconds > 0 ? Date.now() + seconds * 1_000 : 0));
  const [left, setLeft] = useState(Math.ceil(seconds));

  useEffect(() => {
    if (until === 0) return undefined;
    const tick = () => {
      const next = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
      setLeft(next);
      if (next === 0) setUntil(0);
    };
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [until]);

  const start = useCallback((seconds: number) => {
    setUntil(Date.now() + seconds * 1_000);
    setLeft(Math.ceil(seconds));
  }, []);
  const clear = useCallback(() => {
    setUntil(0);
    setLeft(0);
  }, []);
  return { left, start, clear };
}
