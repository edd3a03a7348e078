/** Opens the reader's own mail program. The reference in the subject tells which enquiry an answer belongs to. */
export function mailLink({ email, reference }: { email: string; reference: string }, brand: string): string {
  const subject = encodeURIComponent(`Your ${brand} enquiry ${reference}`);
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${subject}`;
}
