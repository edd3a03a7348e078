import type { EnquiryState } from '@muster/domain/sales/enquiries/pipeline';

export const stateNames: Record<EnquiryState, string> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  won: 'Won',
  provisioned: 'Provisioned',
  lost: 'Lost',
  spam: 'Spam',
};

/** What the button for a move says. */
export const moveNames: Record<EnquiryState, string> = {
  new: 'Reopen',
  contacted: 'Mark as contacted',
  qualified: 'Mark as qualified',
  won: 'Mark as won',
  provisioned: 'Open account…',
  lost: 'Mark as lost…',
  spam: 'Mark as spam',
};

/** What a notification says after a move. */
export function moveDone(name: string, state: EnquiryState): string {
  return state === 'new' ? `${name} reopened.` : `${name} marked as ${stateNames[state].toLowerCase()}.`;
}

/** Whether the move ends the enquiry without an account. */
export function isWayOut(state: EnquiryState): boolean {
  return state === 'lost' || state === 'spam';
}

export function licences(count: number): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 ? 'licence' : 'licences'}`;
}
