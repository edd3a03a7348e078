import { type RefObject, useLayoutEffect, useState } from 'react';

/** The part of the board that is on the screen, with some more around it. */
export interface Window {
  first: number;
  /** The row after the last. */
  end: number;
  left: number;
  right: number;
}

const moreRows = 3;
const stepPx = 240;

/**
 * Which rows are drawn follows from where the board is scrolled to. It changes by whole rows and by wide steps, so that React works
 * only when something comes into sight, never for each pixel.
 */
export function useWindow(scroller: RefObject<HTMLElement | null>, rows: number, rowHeight: number): Window {
  const [shown, setShown] = useState<Window>({ first: 0, end: Math.min(rows, 20), left: 0, right: 3000 });
  useLayoutEffect(() => {
    const element = scroller.current!;
    const look = () => {
      const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
      const next = {
        first: Math.max(0, Math.floor(scrollTop / rowHeight) - moreRows),
        end: Math.min(rows, Math.ceil((scrollTop + clientHeight) / rowHeight) + moreRows),
        left: (Math.floor(scrollLeft / stepPx) - 1) * stepPx,
        right: (Math.ceil((scrollLeft + clientWidth) / stepPx) + 1) * stepPx,
      };
      setShown((before) => (isSame(before, next) ? before : next));
    };
    look();
    const sized = new ResizeObserver(look);
    sized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, rows, rowHeight]);
  return shown;
}

function isSame(a: Window, b: Window): boolean {
  return a.first === b.first && a.end === b.end && a.left === b.left && a.right === b.right;
}
