import { fitsMask } from '../model/masked-address.ts';
import { pendingAddress } from '../model/pending-address.ts';

/**
 * Tells a password manager whose password the form is about. From a masked address it would learn a wrong name, so
 * there is one only where this tab knows the whole.
 */
export function Username({ masked }: { masked: string | null }) {
  const known = pendingAddress() ?? '';
  return masked !== null && fitsMask(known, masked) ? <HiddenUsername email={known} /> : null;
}

export function HiddenUsername({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
