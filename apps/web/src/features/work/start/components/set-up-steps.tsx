import { Checkbox, Select, TextInput, NativeSelect, Textarea } from '@mantine/core';
import { isAbn, NO_ABN, storedAbn } from '@muster/domain/values/abn';
import { contactProblem } from '@muster/domain/values/contact-data';
import type { Business } from '@muster/domain/work/settings/schema';
import type { Region } from '@muster/domain/work/suburbs/rules';
import { regions } from '@muster/domain/work/suburbs/rules';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { suburbWords } from '../../../../lib/choices/suburbs.ts';
import { SuburbField } from '../../../../lib/kit/choices/suburb-field.tsx';
import { SearchSelect } from '../../../../lib/kit/form/search-select.tsx';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import type { SetUp, SiteChoice } from '../api.ts';
import { tellOfBusiness, addJob, sitesQuery, addCustomer, addTechnician } from '../api.ts';
import type { StepName } from '../model/steps.ts';
import { firstOpenStep, isAlone } from '../model/steps.ts';
import { Step, StepForm } from './step.tsx';
import { useStep } from './use-step.ts';
import './start.css';

interface SetUpStepsProps {
  setUp: SetUp;
  business: Business;
  trades: readonly { id: number; name: string }[];
  regionNames: Record<Region, string>;
  /** Whether it has a name of its own. */
  isNamed: boolean;
  /** The settings of a business are its owner's. */
  isOwner: boolean;
  /** The name of the owner who looks, as long as they are no technician themselves. */
  self: string | undefined;
  /** The way to more licences, beside the words of a refusal. */
  remedy: ReactNode;
}

/** From nothing to a job that can be planned. How far somebody has come is what there is, on the server. */
export function SetUpSteps(props: SetUpStepsProps) {
  const { setUp, business, trades, regionNames, isNamed, isOwner, self, remedy } = props;
  /** A step that somebody opened again; otherwise the first that is not done is open. */
  const [wanted, setWanted] = useState<StepName>();
  const open = wanted ?? firstOpenStep(setUp, isOwner);
  const close = () => setWanted(undefined);
  const another = (name: StepName, label = 'Add another') => ({ label, run: () => setWanted(name) });
  return (
    <ol className="steps" aria-label="First steps">
      <Step
        number={1}
        title="Your business"
        done={setUp.set_up_at === null && isOwner ? undefined : business.name}
        again={isOwner ? another('business', 'Change') : undefined}
      >
        {open === 'business' && (
          <BusinessStep
            business={business}
            isNamed={isNamed}
            trades={trades}
            regionNames={regionNames}
            onDone={close}
          />
        )}
      </Step>
      <Step
        number={2}
        title="Your technicians"
        done={counted(setUp.technicians, 'technician')}
        again={another('technician')}
      >
        {open === 'technician' && (
          <TechnicianStep self={self} isAlone={isAlone(setUp)} remedy={remedy} onDone={close} />
        )}
      </Step>
      <Step
        number={3}
        title="Your first customer"
        done={counted(setUp.customers, 'customer')}
        again={another('customer')}
      >
        {open === 'customer' && <CustomerStep onDone={close} />}
      </Step>
      <Step number={4} title="Your first job" done={counted(setUp.jobs, 'job')} again={another('job')}>
        {open === 'job' && <JobStep onDone={close} />}
      </Step>
    </ol>
  );
}

function counted(count: number, noun: string): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

interface BusinessStepProps {
  business: Business;
  isNamed: boolean;
  trades: readonly { id: number; name: string }[];
  regionNames: Record<Region, string>;
  onDone: () => void;
}

/** Who the business is; its clocks and holidays follow from the state. */
function BusinessStep({ business, isNamed, trades, regionNames, onDone }: BusinessStepProps) {
  const first = useFirstFocus();
  const step = useStep('business', {
    name: isNamed ? business.name : '',
    industry_id: business.industry_id,
    region: business.region,
    abn: business.abn ?? '',
  });
  const { name, industry_id, region, abn } = step.values;

  async function tell(fields: object, done: string) {
    const body = { version: business.version, is_set_up: true as const, ...fields };
    if (await step.send(body, (key) => tellOfBusiness(body, key), done)) onDone();
  }

  async function save() {
    const digits = storedAbn(abn);
    if (name.trim() === '') return step.refuse('Enter your business name.', 'name');
    if (region === null)
      return step.refuse('Choose your state. It sets your time zone and public holidays.', 'region');
    if (digits !== null && !isAbn(digits)) return step.refuse(NO_ABN, 'abn');
    await tell({ name: name.trim(), industry_id, region, abn: digits }, 'Your business is set up.');
  }

  return (
    <StepForm
      label="Your business"
      button="Save and continue"
      isSaving={step.isSaving}
      refusal={step.refusal}
      onSubmit={() => void save()}
      skip={{ label: 'Later', run: () => void tell({}, 'You can do this later in Settings.') }}
    >
      <TextInput
        ref={first}
        label="Business name"
        autoComplete="organization"
        maxLength={200}
        placeholder="Bluegum Plumbing"
        error={step.wrong === 'name'}
        value={name}
        onChange={(event) => step.set({ name: event.target.value })}
      />
      <div className="steps__pair">
        <SearchSelect
          label="Trade"
          placeholder="Choose"
          thing="trade"
          nothingFoundMessage="No results"
          clearable
          choices={trades.map((trade) => ({ value: String(trade.id), label: trade.name }))}
          value={industry_id === null ? null : String(industry_id)}
          onChange={(id) => step.set({ industry_id: id === null ? null : Number(id) })}
        />
        <Select
          label="State or territory"
          placeholder="Choose"
          data={regions.map((code) => ({ value: code, label: regionNames[code] }))}
          error={step.wrong === 'region'}
          value={region}
          onChange={(code) => step.set({ region: code })}
        />
      </div>
      <TextInput
        label="ABN (optional)"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        placeholder="51 824 753 556"
        error={step.wrong === 'abn'}
        value={abn}
        onChange={(event) => step.set({ abn: event.target.value })}
      />
    </StepForm>
  );
}

const durations = [30, 60, 90, 120, 180, 240];

/** What the customer wants done; it waits to be planned. */
function JobStep({ onDone }: { onDone: () => void }) {
  const { data: sites = [], refetch } = useQuery(sitesQuery);
  const step = useStep('job', { site_id: null as string | null, description: '', duration: 60 });
  const { description, duration } = step.values;
  const chosen = (among: readonly SiteChoice[]) =>
    among.find(({ id }) => id === step.values.site_id) ?? among[0];

  async function save() {
    // Whoever is quicker than the list of sites does not have to wait for it.
    const site = chosen(sites) ?? chosen((await refetch()).data ?? []);
    if (!site) return step.refuse('Add a customer first.');
    if (description.trim() === '') return step.refuse('Say what needs doing.');
    const body = {
      customer_id: site.customer_id,
      site_id: site.id,
      description: description.trim(),
      visits: [{ duration }],
    };
    if (await step.send(body, (key) => addJob(body, key), 'Job added. It’s ready to schedule.')) onDone();
  }

  return (
    <StepForm
      label="Job"
      button="Add job"
      isSaving={step.isSaving}
      refusal={step.refusal}
      onSubmit={() => void save()}
    >
      <SearchSelect
        label="Customer"
        thing="customer"
        nothingFoundMessage="No results"
        choices={sites.map((choice) => ({ value: choice.id, label: siteWords(choice) }))}
        value={chosen(sites)?.id ?? null}
        onChange={(site_id) => step.set({ site_id })}
      />
      <Textarea
        label="What needs doing"
        placeholder="Kitchen tap drips"
        autosize
        minRows={2}
        maxLength={5_000}
        value={description}
        onChange={(event) => step.set({ description: event.target.value })}
      />
      <NativeSelect
        label="Duration"
        data={durations.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }))}
        value={String(duration)}
        onChange={(event) => step.set({ duration: Number(event.target.value) })}
      />
    </StepForm>
  );
}

function siteWords({ customer_name, address, suburb }: SiteChoice): string {
  return [customer_name, [address, suburb].filter(Boolean).join(', ')].join(' – ');
}

const noPlace = { suburb_id: null as number | null, suburb: null as string | null };

interface TechnicianStepProps {
  self: string | undefined;
  isAlone: boolean;
  remedy: ReactNode;
  onDone: () => void;
}

/** Somebody who can be scheduled; who has one licence is most likely that somebody. */
function TechnicianStep({ self, isAlone, remedy, onDone }: TechnicianStepProps) {
  const first = useFirstFocus();
  const is_me = self !== undefined && isAlone;
  const step = useStep('technician', { name: is_me ? self : '', phone: '', is_me, ...noPlace });
  const { name, phone, suburb_id, suburb } = step.values;
  const isMe = self !== undefined && step.values.is_me;

  async function save() {
    if (name.trim() === '') return step.refuse('Enter a name.', 'name');
    const unreachable = contactProblem({ phone });
    if (unreachable) return step.refuse(unreachable.text, 'phone');
    const body = {
      name: name.trim(),
      phone: phone.trim(),
      base_suburb_id: suburb_id,
      is_active: true,
      ...(isMe && { is_me: true }),
    };
    const done = isMe ? 'You’re added. Your visits are in My day.' : `${body.name} added.`;
    if (await step.send(body, (key) => addTechnician(body, key), done)) onDone();
  }

  return (
    <StepForm
      label="Technician"
      button="Add technician"
      isSaving={step.isSaving}
      refusal={step.refusal}
      remedy={remedy}
      onSubmit={() => void save()}
    >
      {self !== undefined && (
        <Checkbox
          label="This is me"
          description="I do visits myself. I see them in My day, on my phone too."
          checked={isMe}
          onChange={({ target: { checked } }) =>
            step.set({ is_me: checked, name: checked ? self : name === self ? '' : name })
          }
        />
      )}
      <div className="steps__pair">
        <TextInput
          ref={first}
          label="Name"
          autoComplete="off"
          maxLength={200}
          error={step.wrong === 'name'}
          value={name}
          onChange={(event) => step.set({ name: event.target.value })}
        />
        <TextInput
          label="Phone (optional)"
          type="tel"
          autoComplete="off"
          maxLength={40}
          error={step.wrong === 'phone'}
          value={phone}
          onChange={(event) => step.set({ phone: event.target.value })}
        />
      </div>
      <SuburbField
        label="Where their day starts (optional)"
        value={suburb_id}
        name={suburb}
        onChange={(chosen) =>
          step.set({ suburb_id: chosen?.id ?? null, suburb: chosen ? suburbWords(chosen) : null })
        }
      />
    </StepForm>
  );
}

/** Who asks for work, and where it is. */
function CustomerStep({ onDone }: { onDone: () => void }) {
  const first = useFirstFocus();
  const step = useStep('customer', { name: '', phone: '', address: '', ...noPlace });
  const { name, phone, address, suburb_id, suburb } = step.values;

  async function save() {
    if (name.trim() === '') return step.refuse('Enter a name.', 'name');
    const unreachable = contactProblem({ phone });
    if (unreachable) return step.refuse(unreachable.text, 'phone');
    if (suburb_id === null) return step.refuse('Choose the suburb. We need it to estimate drives.');
    const sites = [{ address: address.trim(), suburb_id }];
    const body = { name: name.trim(), phone: phone.trim(), sites };
    if (await step.send(body, (key) => addCustomer(body, key), `${body.name} added.`)) onDone();
  }

  return (
    <StepForm
      label="Customer"
      button="Add customer"
      isSaving={step.isSaving}
      refusal={step.refusal}
      onSubmit={() => void save()}
    >
      <div className="steps__pair">
        <TextInput
          ref={first}
          label="Name"
          autoComplete="off"
          maxLength={200}
          error={step.wrong === 'name'}
          value={name}
          onChange={(event) => step.set({ name: event.target.value })}
        />
        <TextInput
          label="Phone (optional)"
          type="tel"
          autoComplete="off"
          maxLength={40}
          error={step.wrong === 'phone'}
          value={phone}
          onChange={(event) => step.set({ phone: event.target.value })}
        />
      </div>
      <TextInput
        label="Street address"
        autoComplete="off"
        maxLength={300}
        value={address}
        onChange={(event) => step.set({ address: event.target.value })}
      />
      <SuburbField
        label="Suburb"
        value={suburb_id}
        name={suburb}
        onChange={(chosen) =>
          step.set({ suburb_id: chosen?.id ?? null, suburb: chosen ? suburbWords(chosen) : null })
        }
      />
    </StepForm>
  );
}
