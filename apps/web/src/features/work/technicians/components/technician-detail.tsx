import { Text } from '@mantine/core';
import { dateInWords } from '@muster/domain/values/clock-words';
import { addDays, type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import { momentText } from '@muster/domain/work/assignments/rules';
import type { BookedVisit } from '@muster/domain/work/visits/schema';
import { technicianFields } from '@muster/domain/work/technicians/fields';
import type { Absence, Technician } from '@muster/domain/work/technicians/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bookedQuery } from '../../../../lib/board/booked.ts';
import { clockWords } from '../../../../lib/format/clock.ts';
import { useSkills } from '../../../../lib/kit/choices/use-skills.ts';
import { BookedVisits } from '../../../../lib/kit/drawer/booked-visits.tsx';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Fact, Facts, linesOf, ReadSection } from '../../../../lib/kit/drawer/reading.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { editTechnician, technicianQuery } from '../api.ts';
import type { TechnicianRecord } from '../api.ts';
import { stretchesOf, type Week, weekdayNames } from '../model/week.ts';
import { technicianProblem } from '../model/technician-problem.ts';
import { Absences } from './absences.tsx';
import {
  BaseFields,
  ContactFields,
  type FormFields,
  HoursFields,
  SkillFields,
} from './technician-fields.tsx';
import { Tickets } from './tickets.tsx';

interface TechnicianDetailProps {
  technician: TechnicianRecord;
  /** Of the business. */
  zone: string;
  today: LocalDate;
  /** The day that is looked at: today, or one ahead. */
  day: LocalDate;
  /** The hours of the business, which count where somebody has none of their own. */
  businessWeek: Week;
  canAddSkills: boolean;
  /** The way to one, where they have no sign-in. */
  signIn: ReactNode;
  /** A visit of their day, as a way to it. */
  renderVisit: (visit: BookedVisit) => ReactNode;
  /** An absence has been added or changed. */
  onAway: (absence: Absence) => void;
}

export function TechnicianDetail(props: TechnicianDetailProps) {
  const { technician, zone, today, day, businessWeek, canAddSkills, signIn, renderVisit, onAway } = props;
  const { nameOf } = useSkills();
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
      tell(`${row.name} saved.`, [saved]);
    },
    onNewer: keep,
    check: technicianProblem,
  });
  const submit = () => void form.submit();
  return (
    <FormFrame label={technician.name} isSaving={form.isSaving} onSubmit={submit}>
      {signIn}
      <DayOf technician={technician} zone={zone} today={today} day={day} renderVisit={renderVisit} />
      <Absences technician={technician} zone={zone} today={today} onAway={onAway} />
      <ReadSection
        title="Working hours"
        form={form}
        lines={[]}
        below={
          <HoursLines
            week={technician.working_week ?? businessWeek}
            isOwn={technician.working_week !== null}
          />
        }
        fields={['working_week']}
      >
        <HoursFields form={form} />
      </ReadSection>
      <ReadSection
        title="Contact"
        form={form}
        lines={linesOf(technicianFields, technician, ['name', 'phone', 'email'])}
        fields={['colour']}
      >
        <ContactFields form={form} />
      </ReadSection>
      <ReadSection
        title="Skills"
        form={form}
        lines={[{ name: 'skills', label: 'Skills', value: technician.skills.map(nameOf).join(', ') }]}
      >
        <SkillFields form={form} canAdd={canAddSkills} />
      </ReadSection>
      <Tickets technician={technician} today={today} />
      <ReadSection
        title="Base and notes"
        form={form}
        lines={[
          { name: 'base_suburb_id', label: 'Base', value: technician.base_suburb },
          { name: 'note', label: 'Note', value: technician.note },
        ]}
      >
        <BaseFields form={form} />
      </ReadSection>
      <FormBar form={form} onSubmit={submit} />
    </FormFrame>
  );
}

type DayOfProps = Pick<TechnicianDetailProps, 'technician' | 'zone' | 'today' | 'day' | 'renderVisit'>;

/** Where somebody is on a day, one visit after the other. */
function DayOf({ technician, zone, today, day, renderVisit }: DayOfProps) {
  const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)].map(momentText);
  const visits = useQuery(bookedQuery({ technician: technician.id, from: from!, to: to!, limit: 100 }));
  return (
    <DrawerSection title={day === today ? 'Today' : dateInWords(day)}>
      {visits.data && visits.data.length > 0 ? (
        <BookedVisits label="Visits of the day" visits={visits.data} tell={renderVisit} isDay />
      ) : (
        <Text c="dimmed">
          {visits.isError
            ? 'We couldn’t load the visits.'
            : visits.isPending
              ? 'Loading…'
              : 'No visits booked.'}
        </Text>
      )}
    </DrawerSection>
  );
}

/** A line for each day of the week. */
function HoursLines({ week, isOwn }: { week: Week; isOwn: boolean }) {
  return (
    <>
      {!isOwn && <Text c="dimmed">The hours of the business</Text>}
      <Facts>
        {weekdayNames.map((name, at) => {
          const stretches = stretchesOf(week, at + 1);
          return (
            <Fact key={name} label={name}>
              {stretches.length === 0 && <Text c="dimmed">Off</Text>}
              {stretches.map(({ from, to, breaks }) => (
                <p key={from}>
                  {clockWords(from)} – {clockWords(to)}
                  {breaks.length > 0 && (
                    <Text span c="dimmed">
                      {' '}
                      {breaks.map(({ length }) => `${length} min`).join(' and ')} break
                    </Text>
                  )}
                </p>
              ))}
            </Fact>
          );
        })}
      </Facts>
    </>
  );
}
