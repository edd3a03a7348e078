import type { JobType } from '@muster/domain/job-types/schema';
import { priorities } from '@muster/domain/jobs/rules';
import type { NewJob } from '@muster/domain/jobs/schema';
import { type CellProblem, type Cells, dayOf, lengthProblems, listed } from '@muster/domain/imports/cells';
import { LONGEST_VISIT } from '@muster/domain/visits/rules';
import type { Importer } from '../imports/service.ts';
import { offeredTypes } from '../job-types/service.ts';
import { openJobs } from '../visits/service.ts';
import { type KnownSite, readSites } from './store.ts';

const limits = { description: { title: 'Description', most: 5_000 } };
const STEP_MINUTES = 5;
const MOST_TAGS = 20;
const LONGEST_TAG = 50;

export const jobImporter: Importer<NewJob> = {
  kind: 'jobs',
  async open(db, rows) {
    const types = await offeredTypes(db);
    const found = await readSites(db, [...new Set(rows.map((cells) => lower(cells, 'customer')))]);
    const byCustomer = Map.groupBy(found, ({ customer }) => customer);
    return (cells) => {
      const place = siteOf(cells, byCustomer.get(lower(cells, 'customer')) ?? []);
      const type = types.get(lower(cells, 'type'));
      const due = cells['due'] ? dayOf(cells['due']) : null;
      const priority = cells['priority'] ? priorityOf(cells['priority']) : 'P3';
      const tags = listed(cells['tags'] ?? '');
      const problems: CellProblem[] = [
        ...lengthProblems(cells, limits),
        ...('problem' in place ? [place.problem] : []),
        ...(cells['type'] && !type
          ? [{ field: 'type', text: `There is no job type “${cells['type']}”.` }]
          : []),
        ...durationProblems(cells, type),
        ...(due === undefined
          ? [{ field: 'due', text: 'Due is a day such as 31/12/2026 or 2026-12-31.' }]
          : []),
        ...(priority === undefined ? [{ field: 'priority', text: 'Priority is P1, P2, P3 or P4.' }] : []),
        ...(tags.length > MOST_TAGS || tags.some(({ length }) => length > LONGEST_TAG)
          ? [{ field: 'tags', text: `A job has at most ${MOST_TAGS} tags of ${LONGEST_TAG} characters.` }]
          : []),
      ];
      if (problems.length > 0 || 'problem' in place) return { problems };
      return {
        fields: {
          customer_id: place.site.customer_id,
          site_id: place.site.id,
          job_type_id: type?.id ?? null,
          description: cells['description'] ?? '',
          priority: priority ?? 'P3',
          due_on: due ?? null,
          tags,
          visits: [cells['duration'] ? { duration: Number(cells['duration']) } : {}],
        },
      };
    };
  },
  async write(write, jobs) {
    await openJobs(write, jobs);
  },
};

function lower(cells: Cells, field: string): string {
  return (cells[field] ?? '').trim().toLowerCase();
}

function priorityOf(cell: string): (typeof priorities)[number] | undefined {
  const wanted = cell.trim().toUpperCase();
  return priorities.find((priority) => priority === wanted || priority === `P${wanted}`);
}

function durationProblems(cells: Cells, type: JobType | undefined): CellProblem[] {
  const field = 'duration';
  if (!cells[field])
    return type ? [] : [{ field, text: 'Say how long the visit takes, or give a job type.' }];
  const minutes = Number(cells[field]);
  const isGood =
    Number.isInteger(minutes / STEP_MINUTES) && minutes >= STEP_MINUTES && minutes <= LONGEST_VISIT;
  return isGood
    ? []
    : [{ field, text: `Duration is in minutes, a multiple of ${STEP_MINUTES} up to ${LONGEST_VISIT}.` }];
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
    return problem('customer', `There is no customer “${customer}”. Import them first.`);
  if (new Set(known.map(({ customer_id }) => customer_id)).size > 1)
    return problem('customer', `Several customers are called “${customer}”.`);
  const sites = known.filter((site): site is KnownSite => site.id !== null);
  if (sites.length === 0) return problem('site', `${customer} has no site yet.`);
  const fitting = wanted === '' ? sites : sites.filter((site) => [site.name, site.address].includes(wanted));
  if (fitting.length === 0) return problem('site', `${customer} has no site “${cells['site']}”.`);
  if (fitting.length > 1)
    return problem('site', `${customer} has several sites: give the name or address of one.`);
  return { site: fitting[0]! };
}
