import type { ResetLink } from '../api.ts';
import { unbroken } from './masked.ts';

/** What the page says about a link to a new password, by what has become of the link. */
export function resetWords({ state, email }: ResetLink): { title: string; text: string } {
  switch (state) {
    case 'ready':
      return {
        title: 'Choose a new password',
        text: `It replaces the old one${email === null ? '' : ` of ${unbroken(email)}`}, and signs you out everywhere.`,
      };
    case 'used':
      return {
        title: 'This link has been used',
        text: 'Each link sets a password once. If it was not you who did that, have a new one sent now.',
      };
    case 'expired':
      return {
        title: 'This link has expired',
        text: 'For your safety it works for one hour. Your old password still does: only the link is over.',
      };
    case 'revoked':
      return {
        title: 'This link no longer works',
        text: 'You asked for a newer one, or your password was changed since. Look for the latest mail.',
      };
    case 'unknown':
      return {
        title: 'We do not know this link',
        text: 'A part of it may have gone missing on the way. Copy the whole address from the mail, or have a new link sent.',
      };
  }
}
