/** A masked address that no line breaks in two: browsers would, after the dots. */
export function unbroken(masked: string): string {
  return masked.replace('…', '…\u2060');
}

/** Whether an address may be the one that the server shows as `o…@example.com`. */
export function fitsMask(email: string, masked: string): boolean {
  const [start = '', end = ''] = masked.toLowerCase().split('…');
  const whole = email.toLowerCase();
  return whole.length >= start.length + end.length && whole.startsWith(start) && whole.endsWith(end);
}
