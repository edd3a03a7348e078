import type { EnquiryState } from '@muster/domain/sales/enquiries/pipeline';

/** Colours of the kit's theme. A state is never told by its colour alone: an icon goes with it. */
export const stateColors: Record<EnquiryState, string> = {
  new: 'info',
  contacted: 'violet',
  qualified: 'amber',
  won: 'ok',
  provisioned: 'primary',
  lost: 'danger',
  spam: 'grey',
};
