import { Checkbox, Group, Select, TextInput, Text, NumberInput, Switch } from '@mantine/core';
import { sectionWords } from '@muster/domain/field/reports/words';
import { limitWords } from '@muster/domain/field/films/rules';
import { reportSections } from '@muster/domain/work/settings/schema';
import { zoneName } from '@muster/domain/values/clock-words';
import { regions, zoneOfRegion, zonesOfAustralia } from '@muster/domain/work/suburbs/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { moment } from '../../../../lib/format/format.ts';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { SearchSelect } from '../../../../lib/kit/form/search-select.tsx';
import { TextField } from '../../../../lib/kit/form/text-field.tsx';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import type { Business } from '../api.ts';
import { businessQuery, editBusiness, tradesQuery, geocoderQuery, roadStateQuery } from '../api.ts';
import { abnWords, businessProblem } from '../model/business-problem.ts';
import { driveMinutes } from '../model/drive-example.ts';
import { regionNames } from '../model/place-words.ts';
import { LetterheadFields } from './letterhead-fields.tsx';
import { ReplyAddress } from './reply-address.tsx';
import { SettingsSection } from '../../../../lib/kit/form/settings-section.tsx';

type Week = Business['working_week'];

interface BusinessFormProps {
  business: Business;
  /** The editor of a week, which technicians have as well. */
  renderWeek: (week: Week, onChange: (week: Week) => void) => ReactNode;
  weekWords: (week: Week) => string;
  /** The head of a report, with settings that are not saved yet. */
  renderReportHead: (business: Business) => ReactNode;
  onSaved: (business: Business) => void;
}

export function BusinessForm(props: BusinessFormProps) {
  const { business, renderWeek, weekWords, renderReportHead, onSaved } = props;
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const keep = (row: Business) => queryClient.setQueryData(businessQuery.queryKey, row);
  const form = useRecordForm<Business>({
    place: 'settings of the business',
    row: business,
    send(changed, { version }, key) {
      const { id: _, set_up_at: __, verified_email: ___, ...fields } = changed;
      return editBusiness({ ...fields, version }, key);
    },
    onSaved({ row, ...saved }) {
      keep(row);
      onSaved(row);
      tell('Settings saved.', [saved]);
    },
    onNewer: keep,
    check: businessProblem,
  });
  const submit = () => void form.submit();
  return (
    <div className="settings-form">
      <FormFrame label="Business" isSaving={form.isSaving} onSubmit={submit}>
        <SettingsSection title="Who you are" about="Shown in emails to your team and customers.">
          <IdentityFields form={form} />
        </SettingsSection>
        <SettingsSection
          title="Your look"
          about="On reports, emails to customers and printed pages. See it here before you save."
        >
          <LetterheadFields form={form} renderReportHead={renderReportHead} />
        </SettingsSection>
        <SettingsSection
          title="Where you are"
          about="Sets your public holidays and the time zone of your working hours."
        >
          <PlaceFields form={form} />
        </SettingsSection>
        <SettingsSection
          title="Working week"
          about="For everyone without their own hours. Work is planned in these hours."
        >
          <FormField form={form} name="working_week" label="Working week" words={weekWords}>
            {({ value, set }) => renderWeek(value, set)}
          </FormField>
          <Overtime form={form} />
          <FilmLength form={form} />
        </SettingsSection>
        <SettingsSection title="Driving" about="How we estimate the time between visits.">
          <TravelFields form={form} />
          <RoadStateLine zone={business.zone} />
          <GeocoderLine zone={business.zone} />
        </SettingsSection>
        <SettingsSection
          title="Customers"
          about="How they reach you. What we send them is in Customer messages."
        >
          <CustomerFields form={form} />
        </SettingsSection>
        <SettingsSection
          title="Visit reports"
          about="What customers get of a finished visit. You can choose differently on each report. Notes for the office are never on it."
        >
          <ReportFields form={form} />
        </SettingsSection>
        <FormBar form={form} onSubmit={submit} />
      </FormFrame>
    </div>
  );
}

function IdentityFields({ form }: { form: RecordForm<Business> }) {
  const trades = useQuery(tradesQuery).data ?? [];
  const nameOf = (id: number | null) => trades.find((trade) => trade.id === id)?.name ?? '';
  return (
    <>
      <FormField form={form} name="name" label="Name">
        {({ value, set, error }) => (
          <TextInput
            label="Business name"
            error={error}
            maxLength={200}
            autoComplete="organization"
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        )}
      </FormField>
      <FormField form={form} name="abn" label="ABN" words={abnWords}>
        {({ value, set, error }) => (
          <TextInput
            label="ABN"
            error={error}
            inputMode="numeric"
            maxLength={20}
            autoComplete="off"
            placeholder="51 824 753 556"
            value={abnWords(value)}
            onChange={(event) => set(event.target.value || null)}
          />
        )}
      </FormField>
      <FormField form={form} name="industry_id" label="Trade" words={nameOf}>
        {({ value, set }) => (
          <SearchSelect
            label="Trade"
            placeholder="Choose"
            thing="trade"
            nothingFoundMessage="No results"
            clearable
            choices={trades.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={value === null ? null : String(value)}
            onChange={(id) => set(id === null ? null : Number(id))}
          />
        )}
      </FormField>
    </>
  );
}

const overtimes = [0, 15, 30, 45, 60, 90, 120];

function Overtime({ form }: { form: RecordForm<Business> }) {
  const words = (minutes: number) => (minutes === 0 ? 'Never' : `Up to ${minutes} minutes`);
  return (
    <FormField form={form} name="overtime" label="Overtime" words={words}>
      {({ value, set }) => (
        <Select
          label="Overtime allowed at the end of the day"
          allowDeselect={false}
          data={[...new Set([...overtimes, value])]
            .toSorted((a, b) => a - b)
            .map((minutes) => ({ value: String(minutes), label: words(minutes) }))}
          value={String(value)}
          onChange={(minutes) => set(Number(minutes))}
        />
      )}
    </FormField>
  );
}

const filmLengths = [30, 60, 120, 180, 300, 600];

function FilmLength({ form }: { form: RecordForm<Business> }) {
  return (
    <FormField form={form} name="film_seconds" label="Technicians’ videos" words={limitWords}>
      {({ value, set }) => (
        <Select
          label="Longest video a technician can add"
          allowDeselect={false}
          data={[...new Set([...filmLengths, value])]
            .toSorted((a, b) => a - b)
            .map((seconds) => ({ value: String(seconds), label: limitWords(seconds) }))}
          value={String(value)}
          onChange={(seconds) => set(Number(seconds))}
        />
      )}
    </FormField>
  );
}

/** Whether drives are told by a routing service, or estimated. */
function RoadStateLine({ zone }: { zone: string }) {
  const { data } = useQuery(roadStateQuery);
  if (data === undefined) return null;
  const since = data.since === null ? '' : ` since ${moment(data.since, zone)}`;
  const words = {
    off: 'Every drive is estimated from these numbers. No routing service is set up.',
    'not asked yet':
      'Drive times come from a routing service. Until it answers, drives are estimated from these numbers.',
    answering: `Roads: the routing service has been answering${since}. Drives it doesn’t know are estimated from these numbers.`,
    'not answering': `Roads: the routing service hasn’t been answering${since}. ${data.problem ?? ''} Drives we don’t know yet are estimated from these numbers.`,
  }[data.state];
  return (
    <Text size="sm" c={data.state === 'not answering' ? 'attention' : 'dimmed'}>
      {words}
    </Text>
  );
}

/** Whether sites are found by their address, and how many wait for it. */
function GeocoderLine({ zone }: { zone: string }) {
  const { data } = useQuery(geocoderQuery);
  if (data === undefined) return null;
  const since = data.since === null ? '' : ` since ${moment(data.since, zone)}`;
  const rest =
    data.waiting === 0
      ? ''
      : ` ${data.waiting.toLocaleString('en-AU')} ${data.waiting === 1 ? 'site' : 'sites'} still to look up.`;
  const words = {
    off: 'New addresses are placed at the centre of their suburb until you pin them. No geocoder is set up.',
    'not asked yet': `Sites without a pin are looked up by their address.${rest}`,
    answering: `Addresses: the geocoder has been answering${since}.${rest}`,
    'not answering': `Addresses: the geocoder hasn’t been answering${since}. ${data.problem ?? ''}${rest}`,
  }[data.state];
  return (
    <Text size="sm" c={data.state === 'not answering' ? 'attention' : 'dimmed'}>
      {words}
    </Text>
  );
}

type Travel = Business['travel'];

/** How long drives take, as an owner would say it. */
function TravelFields({ form }: { form: RecordForm<Business> }) {
  return (
    <FormField form={form} name="travel" label="Driving" words={travelWords}>
      {({ value, set }) => (
        <TravelSentences travel={value} onChange={(change) => set({ ...value, ...change })} />
      )}
    </FormField>
  );
}

function TravelSentences({
  travel,
  onChange,
}: {
  travel: Travel;
  onChange: (change: Partial<Travel>) => void;
}) {
  return (
    <div className="settings-section__fields">
      <p className="settings-sentence">
        Roads are
        <Figure
          label="How much longer roads are than a straight line, in percent"
          value={Math.round((travel.roadFactor - 1) * 100)}
          max={400}
          onChange={(percent) => onChange({ roadFactor: 1 + percent / 100 })}
        />
        % longer than the straight line.
      </p>
      <p className="settings-sentence">
        The first
        <Figure
          label="Kilometres on local streets"
          value={travel.streetKilometres}
          max={1000}
          onChange={(streetKilometres) => onChange({ streetKilometres })}
        />
        km are local streets, at
        <Figure
          label="Speed on local streets, in km/h"
          value={travel.streetSpeed}
          min={5}
          max={130}
          onChange={(streetSpeed) => onChange({ streetSpeed })}
        />
        km/h; the rest is at
        <Figure
          label="Speed on main roads, in km/h"
          value={travel.roadSpeed}
          min={5}
          max={130}
          onChange={(roadSpeed) => onChange({ roadSpeed })}
        />
        km/h.
      </p>
      <p className="settings-sentence">
        Parking and walking to the door take
        <Figure
          label="Minutes to park"
          value={travel.parking}
          max={60}
          onChange={(parking) => onChange({ parking: Math.round(parking) })}
        />
        minutes.
      </p>
      <Switch
        label="Count the first drive of the day and the drive home as working time"
        checked={travel.countsBaseDrives}
        onChange={(event) => onChange({ countsBaseDrives: event.target.checked })}
      />
      <Text size="sm" c="dimmed">
        So 5 km in a straight line takes {driveMinutes(5, travel)} minutes, and 20 km takes{' '}
        {driveMinutes(20, travel)}.
      </Text>
    </div>
  );
}

function Figure(props: {
  label: string;
  value: number;
  min?: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const { label, value, min = 0, max, onChange } = props;
  return (
    <NumberInput
      aria-label={label}
      hideControls
      min={min}
      max={max}
      clampBehavior="blur"
      value={value}
      onChange={(next) => typeof next === 'number' && next >= min && next <= max && onChange(next)}
    />
  );
}

function travelWords(travel: Travel): string {
  const { roadFactor, streetKilometres, streetSpeed, roadSpeed, parking } = travel;
  return `${Math.round((roadFactor - 1) * 100)} % longer, ${streetKilometres} km at ${streetSpeed} km/h, then ${roadSpeed} km/h, ${parking} minutes to park`;
}

/** The state, and the clocks that follow from it unless somebody says otherwise. */
function PlaceFields({ form }: { form: RecordForm<Business> }) {
  const { region, zone } = form.values;
  const usual = region === null ? undefined : zoneOfRegion(region);
  return (
    <>
      <FormField
        form={form}
        name="region"
        label="State"
        words={(value) => (value === null ? '' : regionNames[value])}
      >
        {({ value, set }) => (
          <Select
            label="State or territory"
            placeholder="Choose"
            data={regions.map((code) => ({ value: code, label: regionNames[code] }))}
            value={value}
            onChange={(next) => set(next)}
            description="Sets your public holidays, and your time zone when you change it."
          />
        )}
      </FormField>
      <FormField form={form} name="zone" label="Time zone" words={zoneName}>
        {({ value, set }) => (
          <Select
            label="Time zone"
            data={zonesOfAustralia.map((name) => ({ value: name, label: zoneName(name) }))}
            value={value}
            allowDeselect={false}
            onChange={(next) => next !== null && set(next)}
          />
        )}
      </FormField>
      {usual !== undefined && usual !== zone && region === form.row.region && (
        <Text size="sm" c="attention">
          {regionNames[region!]} is usually on {zoneName(usual)} time.
        </Text>
      )}
    </>
  );
}

/** What reports have unless somebody chooses otherwise. */
function ReportFields({ form }: { form: RecordForm<Business> }) {
  const words = (leftOut: Business['report_leaves_out']) =>
    reportSections
      .filter((section) => !leftOut.includes(section))
      .map((section) => sectionWords[section])
      .join(', ') || 'Nothing';
  return (
    <FormField form={form} name="report_leaves_out" label="On reports" words={words}>
      {({ value, set }) => (
        <Checkbox.Group
          label="On reports"
          value={reportSections.filter((section) => !value.includes(section))}
          onChange={(shown) => set(reportSections.filter((section) => !shown.includes(section)))}
        >
          <Group mt="xs">
            {reportSections.map((section) => (
              <Checkbox key={section} value={section} label={sectionWords[section]} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </FormField>
  );
}

/** How customers answer. */
function CustomerFields({ form }: { form: RecordForm<Business> }) {
  return (
    <>
      <TextField form={form} name="phone" label="Phone for customers" type="tel" most={40} />
      <TextField
        form={form}
        name="email"
        label="Email for replies"
        type="email"
        most={254}
        description="Where customers’ replies to these emails go."
      />
      <ReplyAddress business={form.row} />
    </>
  );
}
