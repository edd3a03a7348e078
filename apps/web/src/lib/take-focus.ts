/** Moves the focus, unless it is in a dialog that has opened above: what is typed there must not end up below. */
export function takeFocus(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  const dialog = document.activeElement?.closest('[aria-modal=true]');
  if (!dialog || dialog.contains(element ?? null)) element?.focus(options);
}
