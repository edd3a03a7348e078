/** Shows the keys of a page that has no shell to whoever presses the question mark; what shows them is loaded then. */
export function help(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key !== '?' || (target as Element).closest('input, select, textarea, dialog')) return;
  event.preventDefault();
  void import('./keys.tsx').then(({ showKeys }) => showKeys());
}
