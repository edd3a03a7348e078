import type { ActivationLink } from '../api.ts';
import { unbroken } from './masked.ts';

type State = ActivationLink['state'];

const titles: Record<State, string> = {
  ready: 'Activate your account',
  password: 'Confirm that it is you',
  used: 'This account is already active',
  expired: 'This link has expired',
  revoked: 'There is a newer link',
  unknown: 'We do not know this link',
};

const texts: Record<State, (whose: string) => string> = {
  ready: (whose) => `One press opens the account${whose} and signs you in.`,
  password: (whose) =>
    `You registered in another browser. Enter the password you chose${whose}, and your account is active. Forgotten? Register again with the same address. Not you? Close this page, and nothing happens.`,
  used: () => 'There is nothing left to activate. Sign in with your email and your password.',
  expired: () => 'Activation links work for 48 hours. Nothing is lost: one press sends you a new one.',
  revoked: () => 'You asked for another mail, and only the link in the latest one works. Look for that mail.',
  unknown: () =>
    'A part of it may have gone missing on the way. Copy the whole address from the mail, or have a new link sent.',
};

/** What the page says about an activation link: what it is, what it means, what to do. */
export function activationWords({ state, email }: ActivationLink): { title: string; text: string } {
  return { title: titles[state], text: texts[state](email === null ? '' : ` for ${unbroken(email)}`) };
}
