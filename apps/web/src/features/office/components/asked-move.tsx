import { useQuery } from '@tanstack/react-query';
import { enquiryQuery } from '../api.ts';
import { LostDialog } from './lost-dialog.tsx';
import { ProvisionDialog } from './provision-dialog.tsx';
import type { AskedMove } from './use-pipeline-move.ts';

interface AskedMoveDialogProps {
  asked: AskedMove;
  onClose: () => void;
}

/** What a card is asked when it is moved to a column that wants to know more. */
export function AskedMoveDialog({ asked, onClose }: AskedMoveDialogProps) {
  const enquiry = useQuery(enquiryQuery(asked.id)).data;
  if (!enquiry) return null;
  const dialog = { open: true, enquiry, onClose, onClosed: () => {} };
  return asked.state === 'lost' ? <LostDialog {...dialog} /> : <ProvisionDialog {...dialog} />;
}
