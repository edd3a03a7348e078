import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readRecent, type Recent, withRecent } from '../../features/work/search/model/recent.ts';

/** Of one person alone: several may use a browser. */
const place = (user: string) => `muster-recent-${user}`;

export function recentOf(user: string): Recent[] {
  return readRecent(stored(user));
}

/** The palette offers first what was opened last. */
export function useRemembered({ kind, id, title, subtitle }: Recent): void {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  useEffect(() => {
    const list = withRecent(recentOf(user.id), { kind, id, title, subtitle });
    try {
      localStorage.setItem(place(user.id), JSON.stringify(list));
    } catch {
      // Storage may be forbidden; then the palette begins with its commands.
    }
  }, [user.id, kind, id, title, subtitle]);
}

function stored(user: string): string | null {
  try {
    return localStorage.getItem(place(user));
  } catch {
    return null;
  }
}
