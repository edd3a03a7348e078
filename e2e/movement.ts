import type { Page } from '@playwright/test';

interface Shift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/**
 * Lists what has moved on the page without a reason. A word that moves a few pixels along its line, because the
 * letters before it are now in the real font, does not count, because nobody notices it.
 */
export function moved(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${width} × ${height} at ${x}, ${y}`;
    return (observer.takeRecords() as Shift[])
      .flatMap(({ sources }) => sources)
      .filter(
        ({ previousRect: from, currentRect: to }) =>
          Math.abs(from.top - to.top) >= 1 || Math.abs(from.left - to.left) >= 3,
      )
      .map(
        ({ node, previousRect: from, currentRect: to }) =>
          `${node?.nodeName} ${node?.textContent}: ${place(from)} → ${place(to)}`,
      );
  });
}
