import { useEffect, useMemo, useState } from 'react';
import { onReconnection, unreachable } from './reconnection.ts';
import './refusal.css';

/**
 * Says why something did not work. The frame is on the page from the start, so that a screen reader hears what appears in it. That
 * the server cannot be reached is said until it can. Public pages show it as well, so it does without the component kit.
 */
export function Refusal({ text }: { text: string | undefined }) {
  /** The refusal that is over; another one is told again. */
  const [over, setOver] = useState<object>();
  const told = useMemo(() => ({ text }), [text]);
  useEffect(() => (text === unreachable ? onReconnection(() => setOver(told)) : undefined), [text, told]);
  return (
    <div className="refusal-frame" role="alert">
      {text && over !== told && <p className="refusal">{text}</p>}
    </div>
  );
}
