import { Select, Slider, Switch } from '@mantine/core';
import type { Wish } from '@muster/domain/dispatch/scheduling/weights';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { type RecordForm, useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { type Business, businessQuery, editBusiness } from '../api.ts';
import { importanceOf, planningWords, wishNames, wishWords } from '../model/wish-words.ts';
import { SettingsSection } from '../../../../lib/kit/form/settings-section.tsx';
import './planning-form.css';

/** What matters when days are planned, in an owner's words. */
export function PlanningForm({ business }: { business: Business }) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const keep = (row: Business) => queryClient.setQueryData(businessQuery.queryKey, row);
  const form = useRecordForm<Business>({
    place: 'what matters when planning',
    row: business,
    send: ({ planning, travel, pins_agreed }, { version }, key) =>
      editBusiness(
        {
          version,
          ...(planning && { planning }),
          ...(travel && { travel }),
          ...(pins_agreed !== undefined && { pins_agreed }),
        },
        key,
      ),
    onSaved({ row, ...saved }) {
      keep(row);
      tell('Priorities saved. They apply from the next plan.', [saved]);
    },
    onNewer: keep,
  });
  const submit = () => void form.submit();
  return (
    <div className="settings-form">
      <FormFrame label="Planning" isSaving={form.isSaving} onSubmit={submit}>
        <SettingsSection
          title="Priorities"
          about="If two of these conflict, the one further to the right wins."
        >
          <FormField form={form} name="planning" label="Priorities" words={planningWords}>
            {({ value, set }) => (
              <div className="settings-section__fields">
                {wishNames.map((wish) => (
                  <WishSlider
                    key={wish}
                    wish={wish}
                    value={value[wish]}
                    onChange={(step) => set({ ...value, [wish]: step })}
                  />
                ))}
              </div>
            )}
          </FormField>
        </SettingsSection>
        <SettingsSection title="Limits" about="Plans always stay within these.">
          <LongestDay form={form} />
          <Buffer form={form} />
        </SettingsSection>
        <SettingsSection
          title="Agreed times"
          about="A slot you take for a customer becomes the visit’s agreed day and arrival window. Plans keep both."
        >
          <FormField
            form={form}
            name="pins_agreed"
            label="Pin agreed times"
            words={(isOn) => (isOn ? 'On' : 'Off')}
          >
            {({ value, set }) => (
              <Switch
                label="Pin agreed times"
                description="Plans then keep the technician and the minute too, not just the window."
                checked={value}
                onChange={(event) => set(event.target.checked)}
              />
            )}
          </FormField>
        </SettingsSection>
        <FormBar form={form} onSubmit={submit} />
      </FormFrame>
    </div>
  );
}

const lastStep = 4;

function WishSlider({
  wish,
  value,
  onChange,
}: {
  wish: Wish;
  value: number;
  onChange: (step: number) => void;
}) {
  const about = useId();
  const { title, about: words } = wishWords[wish];
  return (
    <div className="wish">
      <p className="wish__title">
        <b>{title}</b>
        <span aria-hidden>{importanceOf(value)}</span>
      </p>
      <Slider
        min={0}
        max={lastStep}
        step={1}
        label={null}
        marks={[0, 1, 2, 3, 4].map((step) => ({ value: step }))}
        thumbLabel={title}
        thumbValueText={importanceOf}
        thumbProps={{ 'aria-describedby': about }}
        value={value}
        onChange={onChange}
      />
      <p id={about} className="wish__about">
        {words}
      </p>
    </div>
  );
}

const longestDays = [6, 7, 8, 9, 10, 11, 12].map((hours) => hours * 60);

/** In the same field of the record as the wishes, which shows where a colleague has chosen otherwise. */
function LongestDay({ form }: { form: RecordForm<Business> }) {
  const { planning } = form.values;
  const { longestDay } = planning;
  return (
    <Select
      label="Longest day"
      description="From leaving the base to getting back. If not set, the shift and its overtime are the limit."
      allowDeselect={false}
      data={[
        { value: '', label: 'As long as the shift allows' },
        ...[...new Set([...longestDays, ...(longestDay === null ? [] : [longestDay])])]
          .toSorted((a, b) => a - b)
          .map((minutes) => ({ value: String(minutes), label: `${minutes / 60} hours` })),
      ]}
      value={longestDay === null ? '' : String(longestDay)}
      onChange={(minutes) =>
        form.set('planning', { ...planning, longestDay: minutes ? Number(minutes) : null })
      }
    />
  );
}

const buffers = [0, 5, 10, 15, 20, 30];

function Buffer({ form }: { form: RecordForm<Business> }) {
  const words = (minutes: number) => (minutes === 0 ? 'None' : `${minutes} minutes`);
  return (
    <FormField form={form} name="travel" label="Extra drive time" words={({ buffer = 0 }) => words(buffer)}>
      {({ value, set }) => (
        <Select
          label="Extra time for every drive"
          description="Added to each drive, on the board and in plans, for traffic, stairs and a chat at the door."
          allowDeselect={false}
          data={[...new Set([...buffers, value.buffer ?? 0])]
            .toSorted((a, b) => a - b)
            .map((minutes) => ({ value: String(minutes), label: words(minutes) }))}
          value={String(value.buffer ?? 0)}
          onChange={(minutes) => set({ ...value, buffer: Number(minutes) })}
        />
      )}
    </FormField>
  );
}
