import { Stack, Text } from '@mantine/core';
import { readItem } from '@muster/domain/job-types/rules';
import { jobNumber } from '@muster/domain/jobs/rules';
import type { JobRecord } from '@muster/domain/jobs/schema';
import type { WantedVisit } from '@muster/domain/slots/schema';
import { notify } from '@muster/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { createAttempts } from '../../../lib/attempt.ts';
import { checkListWords } from '../../../lib/kit/form/check-lines.ts';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { OfferedSlots } from '../../../lib/kit/offered-slots.tsx';
import { useChosenSlot } from '../../../lib/kit/use-chosen-slot.ts';
import type { Slot } from '../../../lib/slots.ts';
import { type Outcome, useUndo } from '../../../lib/undo.ts';
import { addJob, jobTypesQuery, loadCustomer, scheduleVisit } from '../api.ts';
import { newVisitFields, visitBody, type VisitFields } from '../model/visit-fields.ts';
import { type Client, ClientFields } from './client-fields.tsx';
import { DescriptionField, type JobFields, TypeField, UrgencyFields } from './job-fields.tsx';
import { CrewFields, TimeFields } from './visit-fields.tsx';

type Fields = JobFields & VisitFields & { client: Client | null };

interface NewJobProps {
  /** Whom it is for, where somebody began at a customer. */
  customer: string | undefined;
  /** Whose clocks slots are offered by; nothing where its place is known already. */
  zone?: string;
  renderNewCustomer: (onAdded: (id: string) => void, onCancel: () => void) => ReactNode;
  onAdded: (number: string, job: JobRecord) => void;
  onCancel: () => void;
}

const blank: Fields = {
  ...newVisitFields,
  client: null,
  job_type_id: null,
  description: '',
  priority: 'P3',
  due_on: null,
  tags: [],
};

/** A job with its first visit, in one form and one change. */
export function NewJob({ customer, zone, renderNewCustomer, onAdded, onCancel }: NewJobProps) {
  const { tell } = useUndo();
  const types = useQuery(jobTypesQuery).data ?? [];
  const form = useRecordForm<Fields, { row: JobRecord; change: number; made: boolean }>({
    place: 'job new',
    row: blank,
    send: (changed, base, key) => addJob(bodyOf({ ...base, ...changed }), key),
    onSaved: ({ row, ...saved }) => void finish(row, saved),
    onNewer: () => {},
    check: ({ client }) =>
      client === null
        ? { field: 'client', text: 'Choose whom the job is for.' }
        : client.site_id === null
          ? { field: 'client', text: 'Choose at which site.' }
          : undefined,
  });
  const wanted = wantedOf(form.values);
  const [slot, setSlot] = useChosenSlot(wanted);

  /** The job is there, whatever becomes of its place. */
  async function finish(row: JobRecord, saved: Outcome) {
    const name = jobNumber(row.number);
    try {
      const booked = slot && (await book(row, slot));
      tell(
        booked ? `${name} is added and planned.` : `${name} is added.`,
        booked ? [saved, booked] : [saved],
      );
    } catch (error) {
      tell(`${name} is added.`, [saved]);
      notify({ level: 'warning', text: `It is not planned. ${(error as Error).message}`, seconds: 10 });
    }
    onAdded(name, row);
  }
  const begin = useEffectEvent(async (id: string) => {
    if (form.values.client !== null) return;
    const { name } = await loadCustomer(id);
    form.set('client', { id, name, site_id: null });
  });
  useEffect(() => {
    if (customer !== undefined) void begin(customer);
  }, [customer]);

  /** What the type usually takes; whatever is changed afterwards counts. */
  function chooseType(id: string | null) {
    const type = types.find((one) => one.id === id);
    form.setAll({
      job_type_id: id,
      ...(type && {
        duration: type.duration,
        skills: type.skills,
        crew: { size: type.crew_size, skills: [] },
        check_list: type.check_list.map(readItem),
      }),
    });
  }

  const submit = () => void form.submit();
  const { values } = form;
  return (
    <FormFrame label="New job" isSaving={form.isSaving} onSubmit={submit}>
      <DrawerSection title="For whom, and where">
        <FormField form={form} name="client" label="Customer and site">
          {({ value, set, error }) => (
            <ClientFields value={value} onChange={set} error={error} renderNew={renderNewCustomer} />
          )}
        </FormField>
      </DrawerSection>
      <DrawerSection title="What is to be done">
        <Stack gap="sm">
          <TypeField types={types} value={values.job_type_id} onChange={chooseType} />
          <DescriptionField form={form} />
        </Stack>
      </DrawerSection>
      <DrawerSection title="First visit">
        <Stack gap="sm">
          <TimeFields form={form} />
          <CrewFields form={form} />
          {values.check_list.length > 0 && (
            <Text size="xs" c="dimmed">
              Check list: {checkListWords(values.check_list)}
            </Text>
          )}
          {zone !== undefined && (
            <OfferedSlots wanted={wanted} zone={zone} chosen={slot} onChoose={setSlot} />
          )}
        </Stack>
      </DrawerSection>
      <DrawerSection title="Urgency and tags">
        <UrgencyFields form={form} />
      </DrawerSection>
      <FormBar
        form={form}
        onSubmit={submit}
        label={slot ? 'Add job and book it' : 'Add job'}
        always
        onCancel={onCancel}
      />
    </FormFrame>
  );
}

async function book({ visits }: JobRecord, { technicians, starts_at }: Slot): Promise<Outcome> {
  const { id, version } = visits[0]!;
  const body = { version, technicians, starts_at };
  return scheduleVisit(id, body, createAttempts().keyFor(body));
}

/** As much of the visit as decides where it has room. */
function wantedOf({ client, priority, ...visit }: Fields): WantedVisit | undefined {
  if (!client?.site_id) return undefined;
  const { duration, on_date, not_before, due_by, skills, crew, window } = visit;
  const {
    note: _,
    check_list: __,
    ...asked
  } = visitBody({ duration, on_date, not_before, due_by, skills, crew, window }, []);
  return { ...asked, duration, site_id: client.site_id, priority };
}

function bodyOf(values: Fields) {
  const { client, job_type_id, description, priority, due_on, tags, ...visit } = values;
  return {
    customer_id: client!.id,
    site_id: client!.site_id!,
    job_type_id,
    description,
    priority,
    due_on,
    tags,
    visits: [visitBody(visit, [])],
  };
}
