import { useEffect, useState } from 'react';
import { onReconnection, unreachable } from './reconnection.ts';
import './refusal.css';

/**
 * Says why something did not work. The frame is on the page from the start, so that a screen reader hears what appears in it. That
 * the server cannot be reached is said until it can. Public pages show it as well, so it does without the component kit.
 */
export function Refusal({ text }: { text: string | undefined }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    return text === unreachable ? onReconnection(() => setOver(true)) : undefined;
  }, [text]);
  return (
    <div className="refusal-frame" role="alert">
      {text && !isOver && <p className="refusal">{text}</p>}
    </div>
  );
}
