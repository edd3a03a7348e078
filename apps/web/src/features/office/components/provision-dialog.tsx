import { enquiryLimits } from '@muster/domain/enquiries/rules';
import { Button } from '@muster/ui/button';
import { Dialog, DialogActions } from '@muster/ui/dialog';
import { Field } from '@muster/ui/field';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { provision } from '../api.ts';
import type { Enquiry, Provisioned } from '../api.ts';
import { licences } from '../model/history-words.ts';
import { AddressField, useOtherAddress } from './address-field.tsx';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';
import './provision-dialog.css';

interface ProvisionDialogProps {
  open: boolean;
  enquiry: Enquiry;
  onClose: () => void;
}

/** Says what will happen, then what has happened. */
export function ProvisionDialog({ open, enquiry, onClose }: ProvisionDialogProps) {
  const [outcome, setOutcome] = useState<Provisioned>();
  const change = useChange(enquiry);
  const { other, check, field } = useOtherAddress();
  const [typedName, setName] = useState(enquiry.name);
  const name = typedName.trim() || enquiry.name;
  const { email, plan, licenses_required: count } = enquiry;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!check()) return;
    await change.run(async (target) => {
      const opened = await provision(target, name, other);
      setOutcome(opened);
      return opened.enquiry;
    }, `The account of ${name} is open.`);
  }

  if (outcome) {
    return (
      <Dialog open={open} title="The account is open" onClose={onClose}>
        <ul className="provision">
          <li>
            <strong>{outcome.account.name}</strong> has an account on the plan {outcome.plan}, with{' '}
            {licences(outcome.licences)}.
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
    <Dialog open={open} title={`Open an account for ${enquiry.name}?`} onClose={onClose}>
      <p>This can be done once. It will:</p>
      <ul className="provision">
        <li>
          open the account <strong>{name}</strong> on the plan {plan}, with {licences(count)},
        </li>
        <li>
          invite <strong>{other ?? email}</strong> as its owner, by a mail with a link to choose a name and a
          password,
        </li>
        <li>close this enquiry as provisioned.</li>
      </ul>
      <form className="provision__form" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="Name of the business"
          autoComplete="off"
          maxLength={enquiryLimits.name}
          value={typedName}
          readOnly={change.isRunning}
          onChange={(event) => setName(event.target.value)}
        />
        <AddressField hint={`Leave it empty for ${email}.`} readOnly={change.isRunning} {...field} />
        <Refusal text={change.refusal} />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={change.isRunning}>
            {change.isRunning ? 'Opening…' : 'Open the account'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
