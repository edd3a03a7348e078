import { keepInTab, keptInTab, forgetInTab } from '../../../lib/tab-storage.ts';

const key = 'board-tab';

/** Notes that this tab of the browser is on the board under that name. */
export function enterBoard(tab: string): void {
  keepInTab(key, tab);
}

export function leaveBoard(): void {
  forgetInTab(key);
}

/** The name under which an earlier page of this tab was on the board. That page said that it was closed, but nobody knows who heard it. */
export function leftBoard(): string | undefined {
  const tab = keptInTab(key);
  leaveBoard();
  return tab;
}
