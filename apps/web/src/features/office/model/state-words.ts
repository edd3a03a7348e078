import type { EnquiryState } from '@muster/domain/enquiries/pipeline';

export const stateNames: Record<EnquiryState, string> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  won: 'Won',
  provisioned: 'Provisioned',
  lost: 'Lost',
  spam: 'Spam',
};

/** What a button says that takes an enquiry there. */
export const moveNames: Record<EnquiryState, string> = {
  new: 'Reopen',
  contacted: 'Mark as contacted',
  qualified: 'Mark as qualified',
  won: 'Mark as won',
  provisioned: 'Open the account…',
  lost: 'Mark as lost…',
  spam: 'Mark as spam',
};

/** Out of the way, instead of on. */
export function isWayOut(state: EnquiryState): boolean {
  return state === 'lost' || state === 'spam';
}
