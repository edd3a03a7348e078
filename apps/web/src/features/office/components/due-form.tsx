import { openStates } from '@muster/domain/enquiries/pipeline';
import { fromOfficeText, officeText } from '@muster/domain/values/office-time';
import { Button } from '@muster/ui/button';
import { Field } from '@muster/ui/field';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { setDue } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { withOfficeZone } from '../model/office-moment.ts';
import { Due } from './due.tsx';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';
import './follow-up.css';

export function DueForm({ enquiry }: { enquiry: Enquiry }) {
  /** Undefined while nobody has touched it: then it follows the enquiry. */
  const [typed, setTyped] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const change = useChange(enquiry);
  if (!openStates.includes(enquiry.state)) return <p className="follow-up__none">Nothing is due any more.</p>;
  const text = typed ?? (enquiry.due_at ? officeText(enquiry.due_at) : '');
  const due = fromOfficeText(text);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setMissing(due === undefined);
    if (due === undefined) return;
    if (await change.run((target) => setDue(target, due), 'The due time is changed.')) setTyped(undefined);
  }

  return (
    <form className="follow-up" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <div className="follow-up__line">
        <Field
          label={withOfficeZone('Due', due)}
          type="datetime-local"
          value={text}
          readOnly={change.isRunning}
          state={isMissing ? 'invalid' : 'unknown'}
          error="Choose a date and a time."
          hint={<Due enquiry={enquiry} />}
          onChange={(event) => {
            change.begin();
            setTyped(event.target.value);
            setMissing(false);
          }}
        />
        {typed !== undefined && (
          <Button type="submit" variant="secondary" busy={change.isRunning}>
            Save
          </Button>
        )}
      </div>
      <Refusal text={change.refusal} />
    </form>
  );
}
