import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Glyph } from './glyph.tsx';
import './fold.css';

interface FoldProps {
  /** Where it is jumped to. */
  id?: string;
  title: string;
  /** How much is inside; nothing where that is none. */
  count?: number | string | undefined;
  /** Something inside has not left the phone. */
  isWaiting?: boolean;
  /** As it is at first: whoever looks opens and closes it, and it stays so. */
  startsOpen?: boolean;
  /** What the office has put inside: when that changes under somebody's eyes, it opens. */
  fresh?: string | number;
  children: ReactNode;
}

/** A part of a page in one line, until somebody wants it. */
export function Fold({
  id,
  title,
  count,
  isWaiting = false,
  startsOpen = false,
  fresh,
  children,
}: FoldProps) {
  const [isFirst] = useState(startsOpen);
  const details = useRef<HTMLDetailsElement>(null);
  const known = useRef(fresh);
  useEffect(() => {
    if (known.current !== fresh) details.current!.open = true;
    known.current = fresh;
  }, [fresh]);
  return (
    <section className="field-card fold" aria-label={title}>
      <details ref={details} id={id} open={isFirst}>
        <summary className="field-fold">
          <Glyph name="next" />
          <h2>{title}</h2>
          {isWaiting && (
            <span className="fold__waiting">
              <Glyph name="waiting" />
              <span className="m-hidden">waiting to send</span>
            </span>
          )}
          {count !== undefined && count !== 0 && <span className="fold__count">{count}</span>}
        </summary>
        <div className="fold__main">{children}</div>
      </details>
    </section>
  );
}

/** Opens what something is folded into, brings it into sight, and puts the focus where something can be done. */
export function jumpTo(id: string): void {
  const found = document.getElementById(id);
  for (let fold = found?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
    fold.open = true;
  found?.scrollIntoView({ block: found instanceof HTMLDetailsElement ? 'start' : 'center' });
  found?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
}
