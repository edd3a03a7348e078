import type { InvitationLink } from '../api.ts';

type Invitation = Pick<InvitationLink, 'state' | 'email'> & Partial<InvitationLink>;
type Words = Record<'title' | 'lead', string>;

/** What the page says about an invitation: what it is, what it means, what to do. */
export function invitationWords({ state, email, business }: Invitation, brand: string): Words {
  if (state !== 'ready') return words[state];
  return {
    title: `Welcome to ${brand}`,
    lead: `${business ?? `The office of ${brand}`} is ready for you. Say who you are and choose a password; you sign in as ${email ?? 'the address of the mail'}.`,
  };
}

const words: Record<Exclude<Invitation['state'], 'ready'>, Words> = {
  used: {
    title: 'This invitation has been accepted',
    lead: 'There is nothing left to do here. Sign in with your email and your password.',
  },
  taken: {
    title: 'This address signs in already',
    lead: 'Somebody, probably you, has an account under the address that we invited. To own another one, answer the mail and tell us another address.',
  },
  expired: {
    title: 'This invitation has expired',
    lead: 'Invitations work for 14 days. Nothing is lost: whoever invited you can send you a new one.',
  },
  revoked: {
    title: 'This invitation no longer works',
    lead: 'If there is a newer mail that invites you, its link does. If there is none, ask whoever invited you.',
  },
  unknown: {
    title: 'We do not know this invitation',
    lead: 'A part of the link may have gone missing on the way. Copy the whole address from the mail.',
  },
};
