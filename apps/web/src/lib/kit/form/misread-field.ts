/**
 * A field of a form in which something stands that was not understood: it says so itself. It has to be corrected before the form is
 * saved, because what would be saved is not what it shows.
 */
export function focusUnread(): boolean {
  const field = document.querySelector<HTMLElement>('.form-frame [data-unread]');
  field?.focus();
  return field !== null;
}
