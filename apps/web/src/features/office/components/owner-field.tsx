import { Button } from '@muster/ui/button';
import { Select } from '@muster/ui/select';
import { useQuery } from '@tanstack/react-query';
import { setOwner, staffQuery } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';
import './follow-up.css';

/** Who looks after it; `me` is who is looking. */
export function OwnerField({ enquiry, me }: { enquiry: Enquiry; me: string }) {
  const staff = useQuery(staffQuery).data ?? [];
  const change = useChange(enquiry);
  const { owner } = enquiry;
  // Somebody who has left still looks after what they did.
  const choices =
    owner && !staff.some(({ id }) => id === owner.id) ? [...staff, { ...owner, email: '' }] : staff;

  function choose(id: string) {
    const name = choices.find((member) => member.id === id)?.name ?? 'Nobody';
    void change.run((target) => setOwner(target, id || null), `${name} looks after it now.`);
  }

  return (
    <div className="follow-up">
      <div className="follow-up__line">
        <Select
          label="Owner"
          placeholder="Nobody yet"
          options={choices.map(({ id, name }) => ({ value: id, label: name }))}
          value={owner?.id ?? ''}
          onChange={(event) => choose(event.target.value)}
        />
        {owner?.id !== me && (
          <Button variant="secondary" busy={change.isRunning} onClick={() => choose(me)}>
            Take it
          </Button>
        )}
      </div>
      <Refusal text={change.refusal} />
    </div>
  );
}
