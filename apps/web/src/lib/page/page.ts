import { useEffect, useSyncExternalStore } from 'react';
import { readPageSettings } from './page-settings.ts';

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

/** Tells the early script that the page answers by itself from now on; a form sent before is sent again. */
export function announceReady(): void {
  dispatchEvent(new Event('muster-ready'));
}

const neverChanges = () => () => {};

/** What only the browser knows: a pre-rendered page has to do with `before` until it has come to life. */
export function useKnownLater<Known, Before>(read: () => Known, before: Before): Known | Before {
  return useSyncExternalStore<Known | Before>(neverChanges, read, () => before);
}

/**
 * For as long as the browser is on its way to another page, so that a form stays busy. It is over when somebody comes back:
 * browsers keep a page as it was left, and would show it busy for ever.
 */
export function leaving(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) resolve();
    });
  });
}

/** Moves the focus, unless it is in a dialog that has opened above: what is typed there must not end up below. */
export function takeFocus(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  const dialog = document.activeElement?.closest('[aria-modal=true]');
  if (!dialog || dialog.contains(element ?? null)) element?.focus(options);
}
