import type { ReadOnlyReason } from '../billing/schema.ts';

/** What whoever wanted to change something is told; the screen says since when. */
const refusals: Readonly<Record<ReadOnlyReason, string>> = {
  not_confirmed:
    'Muster is read-only because early access has ended. Nothing is lost. An owner can start a subscription under Licences.',
  unpaid:
    'Muster is read-only because the last payment didn’t go through. Nothing is lost. An owner can pay under Licences.',
  ended:
    'Muster is read-only because the subscription has ended. Nothing is lost. An owner can start it again under Licences.',
};

export function readOnlyRefusal(reason: ReadOnlyReason): string {
  return refusals[reason];
}
