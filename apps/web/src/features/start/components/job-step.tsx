import { NativeSelect, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addJob, type SiteChoice, sitesQuery } from '../api.ts';
import { StepForm } from './step.tsx';
import { useStep } from './use-step.ts';

const durations = [30, 60, 90, 120, 180, 240];

/** What the customer wants done; it waits to be planned. */
export function JobStep({ onDone }: { onDone: () => void }) {
  const { data: sites = [], refetch } = useQuery(sitesQuery);
  const step = useStep('job', { site_id: null as string | null, description: '', duration: 60 });
  const { description, duration } = step.values;
  const chosen = (among: readonly SiteChoice[]) =>
    among.find(({ id }) => id === step.values.site_id) ?? among[0];

  async function save() {
    // Whoever is quicker than the list of sites does not have to wait for it.
    const site = chosen(sites) ?? chosen((await refetch()).data ?? []);
    if (!site) return step.refuse('Add a customer first.');
    if (description.trim() === '') return step.refuse('Say in a few words what is to be done.');
    const body = {
      customer_id: site.customer_id,
      site_id: site.id,
      description: description.trim(),
      visits: [{ duration }],
    };
    if (await step.send(body, (key) => addJob(body, key), 'The job is added, and waits to be planned.'))
      onDone();
  }

  return (
    <StepForm
      label="Job"
      button="Add job"
      isSaving={step.isSaving}
      refusal={step.refusal}
      onSubmit={() => void save()}
    >
      <Select
        label="For whom"
        searchable
        allowDeselect={false}
        data={sites.map((choice) => ({ value: choice.id, label: siteWords(choice) }))}
        value={chosen(sites)?.id ?? null}
        onChange={(site_id) => step.set({ site_id })}
      />
      <Textarea
        label="What is to be done"
        placeholder="Kitchen tap drips"
        autosize
        minRows={2}
        maxLength={5_000}
        value={description}
        onChange={(event) => step.set({ description: event.target.value })}
      />
      <NativeSelect
        label="It takes about"
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
