import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { setOwner, staffQuery } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { useEnquiryEdit } from './use-enquiry-edit.ts';

const noOwner = { value: 'none', label: 'No owner' };

/** Who follows the enquiry up. A choice is saved with a button, so that nobody becomes the owner by a slip of the keyboard. `me` is the reader. */
export function OwnerField({ enquiry, me }: { enquiry: Enquiry; me: string }) {
  /** Undefined while nobody has touched the field: then it follows the enquiry. */
  const [chosen, setChosen] = useState<string>();
  const staff = useQuery(staffQuery).data ?? [];
  const edit = useEnquiryEdit(enquiry);
  const { owner } = enquiry;
  const current = owner?.id ?? noOwner.value;
  // Former staff still own what they followed up.
  const members = owner && !staff.some(({ id }) => id === owner.id) ? [...staff, owner] : staff;
  const choices = [noOwner, ...members.map(({ id, name }) => ({ value: id, label: name }))];

  function choose(id: string) {
    if (id === current) {
      edit.reset();
      setChosen(undefined);
      return;
    }
    edit.begin();
    setChosen(id);
  }

  function ownerWords(id: string): string {
    if (id === noOwner.value) return 'Owner removed.';
    if (id === me) return 'You’re now the owner.';
    return `${choices.find(({ value }) => value === id)?.label} is now the owner.`;
  }

  async function give(id: string) {
    const owner = id === noOwner.value ? null : id;
    const isDone = await edit.run({
      what: owner,
      send: (target, key) => setOwner(target, owner, key),
      done: ownerWords(id),
    });
    if (isDone) setChosen(undefined);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (chosen !== undefined) void give(chosen);
  }

  return (
    <form method="dialog" onSubmit={submit}>
      <Group gap="xs" align="end" wrap="nowrap">
        <Select
          label="Owner"
          flex={1}
          allowDeselect={false}
          data={choices}
          value={chosen ?? current}
          onChange={(id) => choose(id ?? noOwner.value)}
        />
        {chosen !== undefined ? (
          <ActionButton type="submit" busy={edit.isRunning}>
            Save
          </ActionButton>
        ) : (
          current !== me && (
            <ActionButton busy={edit.isRunning} onClick={() => void give(me)}>
              Assign to me
            </ActionButton>
          )
        )}
      </Group>
      <Refusal text={edit.refusal} />
    </form>
  );
}
