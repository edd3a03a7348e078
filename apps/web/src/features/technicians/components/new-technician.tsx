import { Switch, Text } from '@mantine/core';
import type { Technician } from '@muster/domain/technicians/schema';
import type { ReactNode } from 'react';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../lib/undo.ts';
import { addTechnician } from '../api.ts';
import { technicianProblem } from '../model/technician-problem.ts';
import { TechnicianFields } from './technician-fields.tsx';

interface NewTechnicianProps {
  canAddSkills: boolean;
  /** The way to more licences, beside the words of a refusal. */
  remedy: ReactNode;
  onAdded: (id: string) => void;
  onCancel: () => void;
}

const blank = {
  id: 'new',
  version: 0,
  name: '',
  phone: '',
  email: '',
  colour: 'teal' as Technician['colour'],
  skills: [] as string[],
  base_suburb_id: null as number | null,
  base_suburb: null as string | null,
  base_latitude: null as number | null,
  base_longitude: null as number | null,
  working_week: null as Technician['working_week'],
  is_active: true,
  note: '',
};

export function NewTechnician({ canAddSkills, remedy, onAdded, onCancel }: NewTechnicianProps) {
  const { tell } = useUndo();
  const form = useRecordForm<typeof blank, { row: Technician; change: number; made: boolean }>({
    place: 'technician new',
    row: blank,
    send(changed, base, key) {
      const { id: _, version: __, base_suburb: ___, ...fields } = changed;
      return addTechnician({ is_active: base.is_active, ...fields, name: fields.name ?? '' }, key);
    },
    onSaved({ row, ...saved }) {
      tell(`${row.name} is added.`, [saved]);
      onAdded(row.id);
    },
    onNewer: () => {},
    check: technicianProblem,
  });
  const submit = () => void form.submit();
  const { is_active } = form.values;
  return (
    <FormFrame label="New technician" isSaving={form.isSaving} onSubmit={submit}>
      <TechnicianFields form={form} canAddSkills={canAddSkills} />
      <DrawerSection title="Licence">
        <Switch
          label="Can be scheduled"
          checked={is_active}
          onChange={(event) => form.set('is_active', event.target.checked)}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {is_active ? 'Uses one of your licences.' : 'Uses no licence, and can be activated later.'}
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
