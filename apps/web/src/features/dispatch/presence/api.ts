import type { PresentPerson, TabPresence } from '@muster/domain/dispatch/presence/schema';
import { skipToken } from '@tanstack/react-query';
import { answer, api } from '../../../lib/api/api.ts';
import { currentScenario } from '../../../lib/board/scenario.ts';
import { keepInTab, keptInTab, forgetInTab } from '../../../lib/storage/tab-storage.ts';

/** Who is on the board, oneself too. The stream tells it; there is nothing to read. */
export const presenceQuery = {
  queryKey: ['presence'],
  queryFn: skipToken as typeof skipToken | (() => Promise<readonly PresentPerson[]>),
  staleTime: Infinity,
  gcTime: Infinity,
};

/** While the stream is away nobody tells that a hold has ended, so none keeps anybody from anything. */
export function withoutHolds(people: readonly PresentPerson[] | undefined) {
  return people?.map((person): PresentPerson => Object.assign({}, person, { held_visit: null }));
}

/** Sent to the end, even while the page closes. Whoever tries things in a scenario is on nobody's board, and holds nothing there. */
export async function sayPresence(body: TabPresence): Promise<{ holder: { name: string } | null }> {
  return currentScenario() === null ? say(body) : { holder: null };
}

/** What is said while a page closes may be lost or overtaken, so the next page of the tab says it again. */
export function sayLeft(): void {
  const tab = leftBoard();
  if (tab === undefined) return;
  void say({ tab, days: null, open_visit: null, held_visit: null }).catch(() => undefined);
}

function say(body: TabPresence) {
  return answer(api.POST('/services/scheduling/api/v1/presence', { body, keepalive: true }));
}

const key = 'board-tab';

/** Notes that this tab of the browser is on the board under that name. */
export function enterBoard(tab: string): void {
  keepInTab(key, tab);
}

export function leaveBoard(): void {
  forgetInTab(key);
}

/** The name under which an earlier page of this tab was on the board. That page said that it was closed, but nobody knows who heard it. */
function leftBoard(): string | undefined {
  const tab = keptInTab(key);
  leaveBoard();
  return tab;
}
