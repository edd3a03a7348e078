import { Checkbox, Switch, Text } from '@mantine/core';
import { blanksOf } from '@muster/domain/values/fields';
import { technicianFields } from '@muster/domain/work/technicians/fields';
import type { Technician } from '@muster/domain/work/technicians/schema';
import { type ReactNode, useState } from 'react';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { addTechnician } from '../api.ts';
import { technicianProblem } from '../model/technician-problem.ts';
import { BaseFields, ContactFields, HoursFields, SkillFields } from './technician-fields.tsx';

interface NewTechnicianProps {
  canAddSkills: boolean;
  /** The name of the owner who looks, as long as they are no technician themselves. */
  self: string | undefined;
  /** The way to more licences, beside the words of a refusal. */
  remedy: ReactNode;
  onAdded: (id: string) => void;
  onCancel: () => void;
}

const blank = {
  id: 'new',
  version: 0,
  ...blanksOf(technicianFields),
  base_suburb: null as string | null,
  working_week: null as Technician['working_week'],
};

export function NewTechnician({ canAddSkills, self, remedy, onAdded, onCancel }: NewTechnicianProps) {
  const { tell } = useUndo();
  const [isMe, setMe] = useState(false);
  const form = useRecordForm<typeof blank, { row: Technician; change: number; made: boolean }>({
    place: 'technician new',
    row: blank,
    send(changed, base, key) {
      const { id: _, version: __, base_suburb: ___, ...fields } = changed;
      const body = { is_active: base.is_active, ...fields, name: fields.name ?? '' };
      return addTechnician(isMe ? { ...body, is_me: true } : body, key);
    },
    onSaved({ row, ...saved }) {
      tell(`${row.name} added.`, [saved]);
      onAdded(row.id);
    },
    onNewer: () => {},
    check: technicianProblem,
  });
  const submit = () => void form.submit();
  const { is_active, name } = form.values;
  return (
    <FormFrame label="New technician" isSaving={form.isSaving} onSubmit={submit}>
      {self !== undefined && (
        <Checkbox
          mb="md"
          label="This is me"
          description="You see these visits in My day, on your phone too."
          checked={isMe}
          onChange={({ target: { checked } }) => {
            setMe(checked);
            if (checked && name.trim() === '') form.set('name', self);
          }}
        />
      )}
      <DrawerSection title="Contact">
        <ContactFields form={form} />
      </DrawerSection>
      <DrawerSection title="Skills">
        <SkillFields form={form} canAdd={canAddSkills} />
      </DrawerSection>
      <DrawerSection title="Working hours">
        <HoursFields form={form} />
      </DrawerSection>
      <DrawerSection title="Base and notes">
        <BaseFields form={form} />
      </DrawerSection>
      <DrawerSection title="Licence">
        <Switch
          label="Can be scheduled"
          checked={is_active}
          onChange={(event) => form.set('is_active', event.target.checked)}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {is_active ? 'Uses one of your licences.' : 'Doesn’t use a licence. You can activate them later.'}
        </Text>
      </DrawerSection>
      <FormBar
        form={form}
        onSubmit={submit}
        label="Add technician"
        always
        onCancel={onCancel}
        remedy={form.refusal?.status === 409 && remedy}
      />
    </FormFrame>
  );
}
