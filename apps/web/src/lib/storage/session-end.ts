import { forgetInTab, keepInTab, keptInTab } from './tab-storage.ts';

const key = 'muster-session-ended';

/** So that the login page can say why somebody who was at work is there. */
export function rememberSessionEnd(): void {
  keepInTab(key, 'yes');
}

let isEnded: boolean | undefined;

/** For this page alone: whoever comes by later was not just sent away. */
export function hasSessionEnded(): boolean {
  if (isEnded === undefined) {
    isEnded = keptInTab(key) !== undefined;
    forgetInTab(key);
  }
  return isEnded;
}
