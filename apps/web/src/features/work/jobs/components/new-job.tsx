import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { timeInWords, dayInWords } from '@muster/domain/values/clock-words';
import { listInWords } from '@muster/domain/values/words';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import type { JobRecord } from '@muster/domain/work/jobs/schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addIntake, jobTypesQuery, sitesQuery } from '../../../../lib/choices/jobs.ts';
import { ApiError } from '../../../../lib/api/api.ts';
import { currentScenario } from '../../../../lib/board/scenario.ts';
import type { Slot } from '../../../../lib/board/slots.ts';
import { type Outcome, useUndo } from '../../../../lib/changes/undo.ts';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { OfferedSlots } from '../../../../lib/kit/choices/offered-slots.tsx';
import { useCrew } from '../../../../lib/kit/choices/use-crew.ts';
import { checkListWords } from '../../../../lib/kit/form/check-lines.ts';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { type RecordForm, useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useBusinessDay } from '../../../../lib/page/business-day.ts';
import { loadCustomer, recordPastVisit } from '../api.ts';
import {
  clientBody,
  type ClientFields,
  clientProblem,
  isNewSite,
  newClient,
  type Offer,
  wantedOf,
} from '../model/intake.ts';
import {
  guessedFields,
  newVisitFields,
  type TypeChoice,
  usualOf,
  visitBody,
  type VisitFields,
} from '../model/visit-fields.ts';
import { IntakeClient } from './intake-client.tsx';
import { DescriptionField, type JobFields, TypeField, UrgencyFields } from './job-fields.tsx';
import { newPast, isOverlap, pastBody, type PastDraft, PastFields, pastProblem } from './past-visit.tsx';
import { CrewFields, TimeFields } from './visit-fields.tsx';

type Added = Outcome & { row: JobRecord };
type Fields = JobFields &
  VisitFields &
  ClientFields &
  TypeChoice & {
    past: PastDraft | null;
    /** What was chosen from the offers: it is what the customer was told. */
    offer: Offer | null;
  };

interface NewJobProps {
  /** Whom it is for, where somebody began at a customer. */
  customer: string | undefined;
  /** The number that somebody new has called from. */
  phone?: string | undefined;
  /** Of what type it is, where somebody began at one. */
  type?: string | undefined;
  /** Whose clocks slots are offered by; nothing where its place is known already. */
  zone?: string;
  /** Whether somebody came to record a visit that is over. */
  isPast?: boolean;
  /** Where its first visit goes, where somebody has chosen that on the board. */
  place?: Pick<Slot, 'technicians' | 'starts_at'>;
  onAdded: (number: string, job: JobRecord) => void;
  onCancel: () => void;
}

const blank: Fields = {
  ...newVisitFields,
  ...newClient,
  past: null,
  offer: null,
  type_by: null,
  job_type_id: null,
  description: '',
  priority: 'P3',
  due_on: null,
  tags: [],
  order_number: '',
};

/** A job with its customer, site, first visit and slot, as one call by telephone tells them: one form, one change, one undo. */
export function NewJob({
  customer,
  phone,
  type: asked,
  zone,
  isPast = false,
  place,
  onAdded,
  onCancel,
}: NewJobProps) {
  const { tell } = useUndo();
  const { nameOf } = useCrew();
  const today = useBusinessDay();
  const types = useQuery(jobTypesQuery).data;
  /** Offers are looked for once more after one was refused: somebody else was faster. */
  const [tries, setTries] = useState(0);
  const [gone, setGone] = useState<Slot>();
  /** While a job is sent without its place: whatever is sent after that is booked again. */
  const isUnplaced = useRef(false);
  const form: RecordForm<Fields> = useRecordForm<Fields, Added>({
    place: 'job new',
    opensEmpty: true,
    row: isPast ? { ...blank, past: { ...newPast, date: today() } } : blank,
    send: (changed, base, key) => add({ ...base, ...changed }, key),
    onSaved: ({ row, ...saved }) => finish(row, saved),
    onNewer: () => {},
    check: ({ past, ...client }) => clientProblem(client) ?? (past ? problemOf(past) : undefined),
  });
  const { values } = form;
  const { past } = values;
  // Where the site is decides whose clocks are meant.
  const sites = useQuery(sitesQuery(values.customer.id ?? undefined)).data ?? [];
  const siteZone =
    (isNewSite(values) ? values.suburb?.zone : sites.find(({ id }) => id === values.site_id)?.zone) ?? zone;
  const wanted = wantedOf(values, values, values.priority);
  const of = JSON.stringify(wanted);

  const offered = past === null && values.offer?.of === of ? values.offer?.slot : undefined;
  const chosen = offered === gone ? undefined : offered;

  async function add({ past, ...values }: Fields, key: string): Promise<Added> {
    const { visits, ...job } = bodyOf(values);
    if (past !== null) return recordPastVisit({ job, ...pastBody(past, siteZone!) }, key);
    const slot = isUnplaced.current ? undefined : (place ?? chosen);
    const booking = slot && { technicians: slot.technicians, starts_at: slot.starts_at, agreed: true };
    try {
      return await addIntake({ ...job, visits, ...(booking && { booking }) }, key);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && chosen) {
        setGone(chosen);
        setTries((count) => count + 1);
      }
      throw error;
    }
  }

  function finish(row: JobRecord, saved: Outcome) {
    const name = jobNumber(row.number);
    const crew = row.visits[0]?.assignments ?? [];
    const start = crew[0] && minuteOf(crew[0].starts_at);
    const when =
      start === undefined ? '' : `${dayInWords(start, row.site.zone)} ${timeInWords(start, row.site.zone)}`;
    const who = listInWords(crew.map(({ technician_id }) => nameOf(technician_id)));
    tell(past === null && when ? `${name} booked: ${when}, ${who}.` : `${name} added.`, [saved]);
    onAdded(name, row);
  }

  function chooseType(id: string | null) {
    const type = types?.find((one) => one.id === id);
    form.setAll({ job_type_id: id, type_by: 'person', ...(type && usualOf(type)) });
  }

  const begin = useEffectEvent(async (id: string) => {
    if (form.values.customer.name !== '') return;
    const { name } = await loadCustomer(id);
    form.set('customer', { id, name });
  });
  useEffect(() => {
    if (customer !== undefined) void begin(customer);
  }, [customer]);
  const beginCall = useEffectEvent((called: string) => {
    if (form.values.customer.name === '' && form.values.phone === '') form.set('phone', called);
  });
  useEffect(() => {
    if (phone !== undefined) beginCall(phone);
  }, [phone]);
  const beginType = useEffectEvent((id: string) => {
    if (form.values.job_type_id === null) chooseType(id);
  });
  const isTypeKnown = types !== undefined;
  useEffect(() => {
    if (asked !== undefined && isTypeKnown) beginType(asked);
  }, [asked, isTypeKnown]);

  /** What the work sounds like, until somebody says which type it is. */
  const described: RecordForm<Fields> = {
    ...form,
    set(name, value) {
      if (name !== 'description') return form.set(name, value);
      const description = value as string;
      const kept = types?.filter(({ archived_at }) => archived_at === null) ?? [];
      form.setAll({ description, ...guessedFields(values, description, kept) });
    },
  };

  const send = () => void form.submit();
  async function sendUnplaced() {
    isUnplaced.current = true;
    try {
      await form.submit();
    } finally {
      isUnplaced.current = false;
    }
  }
  return (
    <FormFrame label="New job" isSaving={form.isSaving} onSubmit={send}>
      {form.aside && (
        <Button
          variant="light"
          size="compact-sm"
          mt="sm"
          disabled={form.isSaving}
          onClick={({ currentTarget }) => {
            form.aside?.bringBack();
            // The button goes, and whoever works by keys reads on from the top.
            currentTarget.closest('.form-frame')?.querySelector('input')?.focus();
          }}
        >
          {`Bring back what you typed${forWhom(form.aside.typed)}`}
        </Button>
      )}
      <DrawerSection title="Customer and site">
        <IntakeClient form={form} />
      </DrawerSection>
      <DrawerSection title="What needs doing">
        <Stack gap="sm">
          <DescriptionField form={described} />
          <TypeField
            types={types ?? []}
            value={values.job_type_id}
            isGuessed={values.type_by === 'guess'}
            onChange={chooseType}
          />
        </Stack>
      </DrawerSection>
      <DrawerSection title="First visit">
        <Stack gap="sm">
          {past === null ? (
            <>
              {zone !== undefined && (
                <OfferedSlots
                  key={tries}
                  wanted={wanted}
                  lacking="Slots are offered here when the suburb is known."
                  zone={zone}
                  chosen={chosen}
                  onChoose={(slot) => form.set('offer', slot ? { slot, of } : null)}
                  onConfirm={send}
                />
              )}
              <TimeFields form={form} />
              <CrewFields form={form} />
              {values.check_list.length > 0 && (
                <Text size="xs" c="dimmed">
                  Checklist: {checkListWords(values.check_list)}
                </Text>
              )}
            </>
          ) : (
            <PastFields
              value={past}
              onChange={(past) => form.set('past', past)}
              isAsked={isOverlap(form.refusal?.data)}
            />
          )}
          {zone !== undefined && currentScenario() === null && (
            <Checkbox
              label="This visit is over: record it"
              checked={past !== null}
              onChange={(event) =>
                form.set('past', event.target.checked ? { ...newPast, date: today() } : null)
              }
            />
          )}
        </Stack>
      </DrawerSection>
      <DrawerSection title="Priority and tags">
        <UrgencyFields form={form} />
      </DrawerSection>
      <FormBar
        form={form}
        onSubmit={send}
        label={past ? 'Add job and visit' : chosen ? 'Add and book job' : 'Add job'}
        always
        onCancel={onCancel}
        remedy={
          // Nobody who typed all that should lose it to a place on the board that is gone.
          place &&
          form.refusal?.status === 409 && (
            <Button size="compact-sm" variant="default" onClick={() => void sendUnplaced()}>
              Add it to the tray instead
            </Button>
          )
        }
      />
    </FormFrame>
  );
}

/** " for Helen Marsh", as far as it was said. */
function forWhom({ customer }: Partial<Fields>): string {
  return customer && customer.name !== '' ? ` for ${customer.name}` : '';
}

function problemOf(past: PastDraft): { field: 'past'; text: string } | undefined {
  const text = pastProblem(past);
  return text === undefined ? undefined : { field: 'past', text };
}

function bodyOf({
  job_type_id,
  description,
  priority,
  due_on,
  tags,
  order_number,
  ...values
}: Omit<Fields, 'past'>) {
  return {
    ...clientBody(values),
    job_type_id,
    description,
    priority,
    due_on,
    tags,
    order_number,
    visits: [visitBody(values, [])],
  };
}
