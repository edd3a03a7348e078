import { useLocalStorage } from '@mantine/hooks';
import { isInDialog, isTyping } from './typing.ts';

const place = 'muster-single-keys';

/** Whether letters and signs alone do something. Whoever speaks to their computer, or shakes, may not want that. */
export function useSingleKeys() {
  return useLocalStorage<boolean>({ key: place, defaultValue: true, getInitialValueInEffect: false });
}

function areOn(): boolean {
  try {
    return localStorage.getItem(place) !== 'false';
  } catch {
    return true;
  }
}

/** Whether a key is meant for the page: nobody types, no dialog is open, and it is no letter of somebody who has switched them off. */
export function isForPage(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (isTyping(target) || isInDialog(target)) return false;
  return key.length > 1 || areOn();
}
