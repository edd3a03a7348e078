/**
 * For as long as the browser is on its way to another page, so that a form stays busy. It is over when somebody comes back:
 * browsers keep a page as it was left, and would show it busy for ever.
 */
export function leaving(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) resolve();
    });
  });
}
