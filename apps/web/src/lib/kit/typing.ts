const typing =
  'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=listbox], [role=menu]';

/** Whether a key means what is typed or chosen in a field or a menu, and not the page. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typing) !== null;
}

/** A dialog that keeps the page from being used keeps its keys, too. */
export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-modal=true]') !== null;
}
