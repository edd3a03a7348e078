import type { LocalDate } from '@muster/domain/values/local-time';
import type { Technician } from '@muster/domain/technicians/schema';
import { useQueryClient } from '@tanstack/react-query';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../lib/undo.ts';
import { editTechnician, technicianQuery } from '../api.ts';
import type { TechnicianRecord } from '../api.ts';
import { technicianProblem } from '../model/technician-problem.ts';
import { Absences } from './absences.tsx';
import { type FormFields, TechnicianFields } from './technician-fields.tsx';
import { Tickets } from './tickets.tsx';

interface TechnicianDetailProps {
  technician: TechnicianRecord;
  /** Of the business. */
  zone: string;
  today: LocalDate;
  canAddSkills: boolean;
}

export function TechnicianDetail({ technician, zone, today, canAddSkills }: TechnicianDetailProps) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const { id } = technician;
  const keep = (row: Technician) =>
    queryClient.setQueryData<TechnicianRecord>(
      technicianQuery(id).queryKey,
      (known) => known && { ...known, ...row },
    );
  const form = useRecordForm<FormFields, { row: Technician; change: number; made: boolean }>({
    place: `technician ${id}`,
    row: technician,
    send(changed, { version }, key) {
      const { base_suburb: _, ...fields } = changed;
      return editTechnician(id, { ...fields, version }, key);
    },
    onSaved({ row, ...saved }) {
      keep(row);
      tell(`${row.name} is saved.`, [saved]);
    },
    onNewer: keep,
    check: technicianProblem,
  });
  const submit = () => void form.submit();
  return (
    <FormFrame label={technician.name} isSaving={form.isSaving} onSubmit={submit}>
      <TechnicianFields
        form={form}
        canAddSkills={canAddSkills}
        tickets={<Tickets technician={technician} today={today} />}
        absences={<Absences technician={technician} zone={zone} today={today} />}
      />
      <FormBar form={form} onSubmit={submit} />
    </FormFrame>
  );
}
