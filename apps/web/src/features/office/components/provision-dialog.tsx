import { planFor } from '@muster/domain/plans/rules';
import { Button } from '@muster/ui/button';
import { Dialog, DialogActions } from '@muster/ui/dialog';
import { useState } from 'react';
import { provision } from '../api.ts';
import type { Enquiry, Provisioned } from '../api.ts';
import { licences } from '../model/history-words.ts';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';
import './provision-dialog.css';

interface ProvisionDialogProps {
  open: boolean;
  enquiry: Enquiry;
  onClose: () => void;
}

const planNames: Record<string, string> = { solo: 'Solo', crew: 'Crew', fleet: 'Fleet' };

/** Says what will happen, then what has happened. */
export function ProvisionDialog({ open, enquiry, onClose }: ProvisionDialogProps) {
  const [outcome, setOutcome] = useState<Provisioned>();
  const change = useChange(enquiry);
  const { name, email, licenses_required: count } = enquiry;

  async function start() {
    await change.run(async (target) => {
      const opened = await provision(target);
      setOutcome(opened);
      return opened.enquiry;
    }, `The account of ${name} is open.`);
  }

  if (outcome) {
    return (
      <Dialog open={open} title="The account is open" onClose={onClose}>
        <ul className="provision">
          <li>
            <strong>{outcome.account.name}</strong> has an account on the plan{' '}
            {planNames[outcome.plan] ?? outcome.plan}, with {licences(outcome.licences)}.
          </li>
          <li>
            An invitation is on its way to <strong>{outcome.invited}</strong>. Its link works for 14 days.
          </li>
          <li>The enquiry is provisioned, and nothing is left to do.</li>
        </ul>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog open={open} title={`Open an account for ${name}?`} onClose={onClose}>
      <p>This can be done once. It will:</p>
      <ul className="provision">
        <li>
          open the account <strong>{name}</strong> on the plan {planNames[planFor(count)]}, with{' '}
          {licences(count)},
        </li>
        <li>
          invite <strong>{email}</strong> as its owner, by a mail with a link to choose a name and a password,
        </li>
        <li>close this enquiry as provisioned.</li>
      </ul>
      <Refusal text={change.refusal} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={change.isRunning} onClick={() => void start()}>
          {change.isRunning ? 'Opening…' : 'Open the account'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
