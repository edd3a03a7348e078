import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import './success-panel.css';

/**
 * What came of a form, above it. The frame is there from the start, so that a screen reader hears what appears in it; and it comes
 * into view, because whoever sent the form is at its end.
 */
export function SuccessPanel({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (children) frame.current!.scrollIntoView();
  }, [children]);
  return (
    <output ref={frame} className="success-panel">
      {children && <div>{children}</div>}
    </output>
  );
}
