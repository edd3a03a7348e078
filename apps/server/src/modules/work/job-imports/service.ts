import type { JobType } from '@muster/domain/work/job-types/schema';
import type { NewJob } from '@muster/domain/work/jobs/schema';
import { type CellProblem, type Cells, readCells } from '@muster/domain/values/field-tables';
import { addressKey } from '@muster/domain/values/street-address';
import { jobFields } from '@muster/domain/work/jobs/fields';
import { LONGEST_VISIT } from '@muster/domain/work/visits/rules';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { Importer } from '../import-tables/service.ts';
import { offeredTypes } from '../job-types/service.ts';
import { reserveJobNumbers } from '../jobs/service.ts';
import { openJobs } from '../visits/service.ts';
import { type KnownSite, readSites } from './store.ts';

const STEP_MINUTES = 5;

export const jobImporter: Importer<NewJob> = {
  kind: 'jobs',
  access: dispatchers,
  async open(db, rows) {
    const types = await offeredTypes(db);
    const found = await readSites(db, [...new Set(rows.map((cells) => lower(cells, 'customer')))]);
    const byCustomer = Map.groupBy(found, ({ customer }) => customer);
    return (cells) => {
      const place = siteOf(cells, byCustomer.get(lower(cells, 'customer')) ?? []);
      const type = types.get(lower(cells, 'type'));
      const { values, problems: wrong } = readCells(jobFields, cells);
      const problems: CellProblem[] = [
        ...('problem' in place ? [place.problem] : []),
        ...(cells['type'] && !type
          ? [{ field: 'type', text: `No job type is called “${cells['type']}”.` }]
          : []),
        ...durationProblems(cells, type),
        ...wrong.toSorted((a, b) => a.field.localeCompare(b.field)),
      ];
      if (problems.length > 0 || 'problem' in place) return { problems };
      return {
        fields: {
          ...values,
          customer_id: place.site.customer_id,
          site_id: place.site.id,
          job_type_id: type?.id ?? null,
          visits: [cells['duration'] ? { duration: Number(cells['duration']) } : {}],
        },
      };
    };
  },
  reserve: reserveJobNumbers,
  async write(write, jobs, first) {
    await openJobs(write, jobs, first);
  },
};

function lower(cells: Cells, field: string): string {
  return (cells[field] ?? '').trim().toLowerCase();
}

function durationProblems(cells: Cells, type: JobType | undefined): CellProblem[] {
  const field = 'duration';
  if (!cells[field]) return type ? [] : [{ field, text: 'Enter a duration or a job type.' }];
  const minutes = Number(cells[field]);
  const isGood =
    Number.isInteger(minutes / STEP_MINUTES) && minutes >= STEP_MINUTES && minutes <= LONGEST_VISIT;
  return isGood
    ? []
    : [
        {
          field,
          text: `Enter the duration in minutes, in steps of ${STEP_MINUTES}, up to ${LONGEST_VISIT}.`,
        },
      ];
}

/** The site that is meant, by its name or address; of a customer with one site it need not be said. */
function siteOf(
  cells: Cells,
  known: readonly (KnownSite | { customer_id: string; id: null })[],
): { site: KnownSite } | { problem: CellProblem } {
  const customer = cells['customer'] ?? '';
  const wanted = lower(cells, 'site');
  const problem = (field: string, text: string) => ({ problem: { field, text } });
  if (known.length === 0)
    return problem('customer', `No customer is called “${customer}”. Import them first.`);
  if (new Set(known.map(({ customer_id }) => customer_id)).size > 1)
    return problem('customer', `Several customers are called “${customer}”.`);
  const sites = known.filter((site): site is KnownSite => site.id !== null);
  if (sites.length === 0) return problem('site', `${customer} has no site yet.`);
  const address = addressKey(wanted);
  const fitting =
    wanted === ''
      ? sites
      : sites.filter((site) => site.name === wanted || addressKey(site.address) === address);
  if (fitting.length === 0) return problem('site', `${customer} has no site “${cells['site']}”.`);
  if (fitting.length > 1)
    return problem('site', `${customer} has several sites. Enter the name or address of one.`);
  return { site: fitting[0]! };
}
