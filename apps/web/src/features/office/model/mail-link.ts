/** Opens the reader's own mail program; the reference in the subject brings the answer back to the right enquiry. */
export function mailLink({ email, reference }: { email: string; reference: string }, brand: string): string {
  const subject = encodeURIComponent(`Your ${brand} enquiry ${reference}`);
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${subject}`;
}
