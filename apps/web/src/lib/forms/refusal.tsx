import { useEffect, useMemo, useState } from 'react';
import { onReconnection, unreachable } from '../api/reconnection.ts';
import './refusal.css';

/**
 * Says why something did not work. The frame is on the page from the start, so that a screen reader hears what appears in it. That
 * the server cannot be reached is said until it can, and then what is still to be done, if something is. Public pages show it as well, so it does without the component kit.
 */
export function Refusal({ text, afterwards }: { text: string | undefined; afterwards?: string }) {
  /** The refusal that is over; another one is told again. */
  const [over, setOver] = useState<object>();
  const told = useMemo(() => ({ text }), [text]);
  useEffect(() => (text === unreachable ? onReconnection(() => setOver(told)) : undefined), [text, told]);
  const said = text && over === told ? afterwards : text;
  return (
    <div className="refusal-frame" role="alert">
      {said && <p className="refusal">{said}</p>}
    </div>
  );
}
