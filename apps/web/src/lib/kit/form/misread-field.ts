/**
 * A field of a form in which something stands that was not understood: it says so itself. It has to be corrected before the form is
 * saved, because what would be saved is not what it shows.
 */
export function focusUnread(
  within: '.form-frame' | '.draft' | '.quote-draft' | '[aria-modal=true]' = '.form-frame',
): boolean {
  const field = document.querySelector<HTMLElement>(`${within} [data-unread]`);
  field?.focus();
  return field !== null;
}
