const above = '[aria-modal=true], [data-portal] [data-position]:not([role=tooltip])';

let open: Element[] = [];

// Before anything closes: what the key is meant for may be gone by the time that whatever lies below it hears of it.
document.addEventListener(
  'keydown',
  ({ key }) => {
    if (key === 'Escape')
      open = [...document.querySelectorAll(above)].filter((element) => element.checkVisibility());
  },
  { capture: true },
);

/**
 * Whether a dialog, a menu, a calendar or a list of choices lay over something when Escape was pressed: the key is theirs then. What
 * the thing itself lies in is below it.
 */
export function wasBelow(self: Element | null): boolean {
  return open.some((element) => !element.contains(self));
}
