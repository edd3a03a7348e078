import { type MouseEvent, useSyncExternalStore } from 'react';

const BASE = '/my-day';

/** Where somebody is among the technician's pages: few enough to do without a router. */
export type Place =
  | { page: 'today' }
  | { page: 'week' }
  | { page: 'waiting' }
  | { page: 'sign-out' }
  | { page: 'visit'; id: string }
  /** What was done at the site of a visit before. */
  | { page: 'before'; id: string; earlier: string };

export function placeOf(pathname: string): Place {
  const [name, id, before, earlier] = pathname.slice(BASE.length + 1).split('/');
  if (name === 'visits' && id && before === 'before' && earlier) return { page: 'before', id, earlier };
  if (name === 'visits' && id) return { page: 'visit', id };
  if (name === 'week' || name === 'waiting' || name === 'sign-out') return { page: name };
  return { page: 'today' };
}

function addressOf(place: Place): string {
  if (place.page === 'today') return BASE;
  if (place.page === 'before') return `${BASE}/visits/${place.id}/before/${place.earlier}`;
  return place.page === 'visit' ? `${BASE}/visits/${place.id}` : `${BASE}/${place.page}`;
}

export function usePlace(): Place {
  return placeOf(useSyncExternalStore(subscribe, () => location.pathname));
}

function subscribe(listen: () => void): () => void {
  addEventListener('popstate', listen);
  return () => removeEventListener('popstate', listen);
}

export function goTo(place: Place): void {
  history.pushState(null, '', addressOf(place));
  scrollTo(0, 0);
  // The browser itself tells only of going back and forth.
  dispatchEvent(new PopStateEvent('popstate'));
}

/** A real link, so that it can be opened in a tab of its own. */
export function linkTo(place: Place): { href: string; onClick: (event: MouseEvent) => void } {
  return {
    href: addressOf(place),
    onClick(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      goTo(place);
    },
  };
}
