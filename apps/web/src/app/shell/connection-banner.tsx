import { useEffect, useRef, useState } from 'react';
import type { LiveState } from '../../lib/live/live.ts';
import { announceReconnection } from '../../lib/api/reconnection.ts';
import './connection-banner.css';

/** A short interruption of the network, or a server that restarts, needs no message. */
const patienceMs = 1_500;

export function ConnectionBanner({ state }: { state: LiveState }) {
  const [shown, setShown] = useState(false);
  const lost = state === 'lost';
  const wasLost = useRef(false);
  useEffect(() => {
    if (wasLost.current && !lost) announceReconnection();
    wasLost.current = lost;
  }, [lost]);
  useEffect(() => {
    if (!lost) return undefined;
    const timer = setTimeout(() => setShown(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [lost]);
  return (
    <output className="connection-banner">
      {shown && (
        <span className="connection">
          <strong>Connection lost.</strong>{' '}
          <span className="connection__more">What you see may be out of date. Trying again…</span>
        </span>
      )}
    </output>
  );
}
