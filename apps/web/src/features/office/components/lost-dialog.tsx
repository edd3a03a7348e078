import { Button } from '@muster/ui/button';
import { Dialog, DialogActions } from '@muster/ui/dialog';
import { TextAreaField } from '@muster/ui/field';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { move } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';

interface LostDialogProps {
  open: boolean;
  enquiry: Enquiry;
  onClose: () => void;
}

/** What was typed stays when it is closed, and when somebody was faster. */
export function LostDialog({ open, enquiry, onClose }: LostDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const change = useChange(enquiry);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = reason.trim();
    setMissing(text === '');
    if (text === '') {
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    const isDone = await change.run((target) => move(target, 'lost', text), `${enquiry.name}: Lost.`);
    if (!isDone) return;
    setReason('');
    onClose();
  }

  return (
    <Dialog open={open} title="Why was it lost?" onClose={onClose}>
      <form method="dialog" noValidate onSubmit={(event) => void submit(event)}>
        <TextAreaField
          label="Reason"
          hint="A few words for those who come later, such as the price or another product."
          maxLength={500}
          required
          value={reason}
          state={isMissing ? 'invalid' : 'unknown'}
          error="Say in a few words why it was lost."
          onChange={(event) => {
            change.begin();
            setReason(event.target.value);
            setMissing(false);
          }}
        />
        <Refusal text={change.refusal} />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={change.isRunning}>
            Mark as lost
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
