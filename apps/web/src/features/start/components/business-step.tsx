import { Select, TextInput } from '@mantine/core';
import type { Business } from '@muster/domain/settings/schema';
import { type Region, regions } from '@muster/domain/suburbs/rules';
import { isAbn, NO_ABN, storedAbn } from '@muster/domain/values/abn';
import { SearchSelect } from '../../../lib/kit/form/search-select.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { tellOfBusiness } from '../api.ts';
import { StepForm } from './step.tsx';
import { useStep } from './use-step.ts';

interface BusinessStepProps {
  business: Business;
  isNamed: boolean;
  trades: readonly { id: number; name: string }[];
  regionNames: Record<Region, string>;
  onDone: () => void;
}

/** Who the business is; its clocks and holidays follow from the state. */
export function BusinessStep({ business, isNamed, trades, regionNames, onDone }: BusinessStepProps) {
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
    if (name.trim() === '') return step.refuse('Enter the name of your business.', 'name');
    if (region === null)
      return step.refuse('Choose your state: your clocks and holidays follow from it.', 'region');
    if (digits !== null && !isAbn(digits)) return step.refuse(NO_ABN, 'abn');
    await tell({ name: name.trim(), industry_id, region, abn: digits }, 'Your business is set up.');
  }

  return (
    <StepForm
      label="Your business"
      button="Save and go on"
      isSaving={step.isSaving}
      refusal={step.refusal}
      onSubmit={() => void save()}
      skip={{ label: 'Later', run: () => void tell({}, 'You find this under Settings.') }}
    >
      <TextInput
        ref={first}
        label="Name of the business"
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
          nothingFoundMessage="No such trade"
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
        label="ABN (can wait)"
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
