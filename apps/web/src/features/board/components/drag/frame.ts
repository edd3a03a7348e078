import type { Frame } from '../../model/layout.ts';

/** The frame in which the board is scrolled, as it is now. */
export function frameOf(element: HTMLElement): Frame {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const { scrollLeft, scrollTop, scrollWidth, offsetWidth } = element;
  // Whether the place that is kept for a scrollbar can be scrolled under differs: at worst the end comes so much early.
  return { left, right, top, bottom, scrollLeft, scrollTop, mostLeft: scrollWidth - offsetWidth };
}
