import type { ResetLink } from '../api.ts';
import { unbroken } from './masked.ts';

type State = ResetLink['state'];

const titles: Record<State, string> = {
  ready: 'Choose a new password',
  used: 'This link has been used',
  expired: 'This link has expired',
  revoked: 'This link no longer works',
  unknown: 'We do not know this link',
};

const texts: Record<State, (whose: string) => string> = {
  ready: (whose) => `It replaces the old one${whose}, and signs you out everywhere.`,
  used: () => 'Each link sets a password once. If it was not you who did that, have a new one sent now.',
  expired: () =>
    'For your safety it works for one hour. Your old password still does: only the link is over.',
  revoked: () =>
    'Your password has been changed since it was sent. If it was not you who did that, have a new one sent now.',
  unknown: () =>
    'A part of it may have gone missing on the way. Copy the whole address from the mail, or have a new link sent.',
};

/** What the page says about a link to a new password: what it is, what it means, what to do. */
export function resetWords({ state, email }: ResetLink): { title: string; text: string } {
  return { title: titles[state], text: texts[state](email === null ? '' : ` of ${unbroken(email)}`) };
}
