import { useEffect } from 'react';
import { readPageSettings } from './page-settings.ts';
import { takeFocus } from './take-focus.ts';

/** The page that the browser itself opened; somebody may have gone on before it was there. */
let opened: string | undefined = globalThis.location?.pathname;

/**
 * Names the page in the browser's tab. A browser announces the page that it opens by itself; those that follow are
 * announced by moving the focus to their heading. Without a title it is not known yet which page this is.
 */
export function usePage(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · ${readPageSettings().brand}`;
    if (location.pathname !== opened) focusHeading();
    opened = undefined;
  }, [title]);
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  takeFocus(heading, { preventScroll: true });
}
