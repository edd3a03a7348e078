import { callerNumber } from '@muster/domain/calls/calls/numbers';
import { campaignFields } from '@muster/domain/calls/campaigns/fields';
import {
  Campaign,
  type CampaignEdit,
  type CampaignFigure,
  type NewCampaign,
} from '@muster/domain/calls/campaigns/schema';
import { addDays, type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import { dateOf } from '@muster/domain/values/minutes';
import { owners, readersOfWork } from '../../../platform/changes/from-request.ts';
import { columnsIn, filled, tidy } from '../../../platform/changes/record.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { claimCalls } from '../calls/service.ts';
import { listFigures } from './store.ts';

export const campaigns: TrackedTable<Campaign> = {
  name: 'campaigns',
  columns: columnsIn('campaigns', Campaign),
  readers: readersOfWork,
  writers: owners,
  label: ({ name }) => name,
  refusals: { campaigns_number: 'Another campaign has this number. Archive that one first.' },
  async settle({ db }, touched) {
    for (const { after } of touched) if (after && after.archived_at === null) await claimCalls(db, after);
  },
};

/** As the world writes it: an exchange may say it in another way than whoever enters it. */
function withNumber<T extends { number?: string }>(said: T): T {
  if (said.number === undefined) return said;
  const number = callerNumber(said.number);
  if (number === null || !number.startsWith('+'))
    throw new Failure('unprocessable', 'Enter a number with its area, like 02 9876 5432 or 1300 123 456.');
  return { ...said, number };
}

export async function addCampaign(write: Writer, given: NewCampaign): Promise<Campaign> {
  const fields = withNumber(filled(campaignFields, given));
  const [row] = await write.insert(campaigns, [{ ...fields, created_at: write.at.toISOString() }]);
  return row!;
}

export async function editCampaign(
  write: Writer,
  id: string,
  { version, ...said }: CampaignEdit,
): Promise<Campaign> {
  return write.update(campaigns, id, withNumber(tidy(campaignFields, said)), version);
}

/** A year of months at most: that much somebody compares. */
const MOST_DAYS = 366;

/** From the first day of a month to the last of another; without any, the last twelve months. */
export async function figuresOf(
  db: Tx,
  { zone, today, hasMoney }: { zone: string; today: LocalDate; hasMoney: boolean },
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<CampaignFigure[]> {
  const end = addDays(firstOf((to ?? today) as LocalDate), 31);
  const until = firstOf(end);
  const start = firstOf((from ?? addDays(until, -MOST_DAYS + 2)) as LocalDate);
  if (start >= until) throw new Failure('malformed', 'The last month can’t be before the first.');
  if (addDays(start, MOST_DAYS) < until) throw new Failure('malformed', 'Choose a year at most.');
  const [first, last] = [start, until].map((day) => dateOf(startOfDay(day, zone)));
  return listFigures(db, { from: first!, until: last!, zone, hasMoney });
}

function firstOf(day: LocalDate): LocalDate {
  return `${day.slice(0, 7)}-01` as LocalDate;
}
