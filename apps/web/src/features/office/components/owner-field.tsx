import { Button } from '@muster/ui/button';
import { Select } from '@muster/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { setOwner, staffQuery } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';
import './follow-up.css';

/** Who looks after it; `me` is who is looking. A choice is saved once it is made: with the arrow keys one passes by others. */
export function OwnerField({ enquiry, me }: { enquiry: Enquiry; me: string }) {
  /** Undefined while nobody has touched it: then it follows the enquiry. */
  const [chosen, setChosen] = useState<string>();
  const staff = useQuery(staffQuery).data ?? [];
  const change = useChange(enquiry);
  const { owner } = enquiry;
  const current = owner?.id ?? '';
  // Somebody who has left still looks after what they did.
  const choices =
    owner && !staff.some(({ id }) => id === owner.id) ? [...staff, { ...owner, email: '' }] : staff;

  function choose(id: string) {
    if (id === current) {
      change.reset();
      setChosen(undefined);
      return;
    }
    change.begin();
    setChosen(id);
  }

  async function give(id: string) {
    const name = choices.find((member) => member.id === id)?.name ?? 'Nobody';
    const isDone = await change.run((target) => setOwner(target, id || null), `${name} looks after it now.`);
    if (isDone) setChosen(undefined);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (chosen !== undefined) void give(chosen);
  }

  return (
    <form className="follow-up" method="dialog" onSubmit={submit}>
      <div className="follow-up__line">
        <Select
          label="Owner"
          placeholder="Nobody yet"
          options={choices.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen ?? current}
          onChange={(event) => choose(event.target.value)}
        />
        {chosen !== undefined ? (
          <Button type="submit" variant="secondary" busy={change.isRunning}>
            Save
          </Button>
        ) : (
          current !== me && (
            <Button variant="secondary" busy={change.isRunning} onClick={() => void give(me)}>
              Take it
            </Button>
          )
        )}
      </div>
      <Refusal text={change.refusal} />
    </form>
  );
}
