import { mergedOf } from '@muster/domain/values/field-merge';
import { customerFields } from '@muster/domain/work/customers/fields';
import {
  leftContacts,
  mergedContacts,
  mergedSite,
  mergeProblem,
  sameSites,
} from '@muster/domain/work/customers/merge';
import type { Customer, Merge, MergePreview } from '@muster/domain/work/customers/schema';
import type { Site } from '@muster/domain/work/sites/schema';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { addContacts, mergeContacts } from '../contacts/service.ts';
import { describeCustomer, holdCustomers, joinCustomers } from '../customers/service.ts';
import { holdCrewsAt, moveJobs } from '../jobs/service.ts';
import { mergeSites, sites } from '../sites/service.ts';
import { countBelongings } from './store.ts';

/** What lies with customers, and with sites, and what was agreed with them, is to be of others. */
export const belongingsMoved = createHook<
  [write: Writer, from: { customers: ReadonlyMap<string, string>; sites: ReadonlyMap<string, string> }],
  void
>('belongings of merged customers moved');

/** As much as one request moves, some seconds of work: whoever has more is the one to keep. */
const MOST_MOVED = 5_000;

type Whole = Awaited<ReturnType<typeof describeCustomer>>;

/** What two customers become, as far as their own rows decide it. */
function planOf(kept: Whole, other: Whole, take: Merge['take'] = []) {
  const said = mergedOf(customerFields, kept, other, take);
  const pairs = sameSites(kept.sites, other.sites);
  // Two sites of the other may both be where one of this customer is.
  const joined = new Map<string, Site>();
  for (const { into, from } of pairs) {
    const now = joined.get(into.id) ?? into;
    joined.set(into.id, { ...now, ...mergedSite(now, from) });
  }
  const into = new Map(pairs.map(({ into: kept, from }) => [from.id, kept.id]));
  const { came, hushed } = mergedContacts(kept.contacts, other.contacts, into);
  return {
    said,
    into,
    joined: [...joined.values()],
    came,
    hushed,
    left: leftContacts(said, [kept, other], [...kept.contacts, ...came]),
    problem: mergeProblem(kept, other, said, [...joined.values()]),
  };
}

/** What would come together, before anybody decides. */
export async function previewMerge(db: Tx, id: string, other_id: string): Promise<MergePreview> {
  const [kept, other] = [await describeCustomer(db, id), await describeCustomer(db, other_id)];
  const { into, came, problem } = planOf(kept, other);
  const { jobs, files } = await countBelongings(db, other_id);
  return {
    customer: kept,
    other,
    jobs,
    files,
    contacts: came.map(({ name }) => name),
    sites: other.sites.filter(({ id }) => !into.has(id)).map((site) => sites.label(site)),
    same_sites: other.sites.filter(({ id }) => into.has(id)).map((site) => sites.label(site)),
    problem: problem ?? tooMuch(other, jobs, files) ?? null,
  };
}

function tooMuch({ name, sites }: Whole, jobs: number, files: number): string | undefined {
  return jobs + files + sites.length > MOST_MOVED
    ? `${name} has more than ${MOST_MOVED.toLocaleString('en-AU')} jobs, sites and files. Keep them, and merge this customer into them.`
    : undefined;
}

/**
 * Another customer turned out to be this one: all they have comes here, in one change that an undo takes back, and they are put aside
 * with a pointer. Sites at one address become one. Rows are held in the order of everybody else: who is booked, customers, the rest.
 */
export async function mergeCustomers(
  write: Writer,
  id: string,
  { other_id, version, other_version, take }: Merge,
): Promise<Customer> {
  const { db } = write;
  if (id === other_id) throw new Failure('unprocessable', 'Choose another customer.');
  const before = planOf(await describeCustomer(db, id), await describeCustomer(db, other_id), take);
  await holdCrewsAt(write, [...before.into.keys()]);
  await holdCustomers(write, [id, other_id]);
  const [kept, other] = [await describeCustomer(db, id), await describeCustomer(db, other_id)];
  const { jobs, files } = await countBelongings(db, other_id);
  const { said, into, joined, came, hushed, left, problem } = planOf(kept, other, take);
  const refused = problem ?? tooMuch(other, jobs, files);
  if (refused !== undefined) throw new Failure('unprocessable', refused);
  const row = await joinCustomers(write, { id, version, ...said }, { ...other, version: other_version });
  await mergeContacts(write, [
    ...came.map(({ id: contact, site_id }) => ({ id: contact, customer_id: id, site_id })),
    ...hushed.map(({ id: contact }) => ({ id: contact, tell_visits: 'no' as const })),
  ]);
  await addContacts(
    write,
    left.map((contact) => Object.assign({ customer_id: id }, contact)),
  );
  const gone = other.sites.filter((site) => into.has(site.id));
  const moved = other.sites.filter((site) => !into.has(site.id));
  await mergeSites(write, [
    ...joined,
    ...gone.map((site) => ({ id: site.id, archived_at: write.at.toISOString() })),
    ...moved.map((site) => ({ id: site.id, customer_id: id })),
  ]);
  await moveJobs(write, other_id, id, into);
  await belongingsMoved.run(write, { customers: new Map([[other_id, id]]), sites: into });
  return row;
}
