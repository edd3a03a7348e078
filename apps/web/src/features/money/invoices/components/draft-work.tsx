import { TextInput } from '@mantine/core';
import { placeOfWork } from '@muster/domain/money/invoice-papers/words';
import type { InvoicedWork } from '@muster/domain/money/invoices/schema';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import type { DraftValues } from './use-draft.ts';
import './draft-work.css';

interface DraftWorkProps {
  form: RecordForm<DraftValues>;
  /** The jobs that the paper names, as they were last saved. */
  work: readonly InvoicedWork[];
}

/** How the paper names the jobs: what was noted when a job was booked may not be meant for whoever pays. */
export function DraftWork({ form, work }: DraftWorkProps) {
  if (form.values.work.length === 0) return null;
  const known = new Map(work.map((job) => [job.job_id, job]));
  return (
    <FormField
      form={form}
      name="work"
      label="Work, as the customer reads it"
      words={(jobs) => (jobs.length === 1 ? '1 job' : `${jobs.length} jobs`)}
    >
      {({ value, set }) => (
        <section className="draft-work">
          <h2 className="draft__label">Work, as the customer reads it</h2>
          <ul className="draft-work__jobs">
            {value.flatMap(({ job_id, title }) => {
              const job = known.get(job_id);
              if (!job) return [];
              const number = jobNumber(job.number);
              const change = (words: string) =>
                set(value.map((one) => (one.job_id === job_id ? { job_id, title: words } : one)));
              return (
                <li key={job_id} className="draft-work__job">
                  <span className="draft-work__number">{number}</span>
                  <TextInput
                    className="draft-work__title"
                    aria-label={`What was done, ${number}`}
                    placeholder="Not described"
                    autoComplete="off"
                    maxLength={200}
                    value={title}
                    onChange={({ target }) => change(target.value)}
                  />
                  <span className="draft-work__place">{placeOfWork(job)}</span>
                  <button
                    type="button"
                    className="draft-work__drop"
                    aria-label={`Don’t name ${number}`}
                    title="Leave it off the paper"
                    onClick={() => set(value.filter((one) => one.job_id !== job_id))}
                  >
                    <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
                      <path d="M5 5l10 10M15 5 5 15" />
                    </svg>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </FormField>
  );
}
