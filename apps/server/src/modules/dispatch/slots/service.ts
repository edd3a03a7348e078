import { placeOnly, slotDays, type WantedSite, wantedRow } from '@muster/domain/dispatch/slots/rules';
import type { FoundSlots, SlotQuery, WantedVisit } from '@muster/domain/dispatch/slots/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { dateAt, type LocalDate } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { standingPromise } from '@muster/domain/work/visits/promise';
import { visitProblem } from '@muster/domain/work/visits/rules';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { reckon } from '../../../platform/threads.ts';
import { checkSkills } from '../../work/skills/service.ts';
import { suburbsById } from '../../work/suburbs/service.ts';
import { visitOf } from '../../work/visits/service.ts';
import { type BoardText, readBoardText, zoneOf } from '../board/service.ts';
import { refuseUnlessAhead } from '../scheduling/service.ts';
import { readAsked, readSite } from './store.ts';
import type { AskedVisit } from './thread.ts';

/** What is looked for, with the board of the days on which it may be. */
interface Search {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly now: EpochMinutes;
  readonly text: BoardText;
  readonly asked: AskedVisit;
  readonly beyondAgreed: boolean;
}

/** The search for a visit that there is. */
export async function searchForVisit(
  db: Tx,
  id: string,
  { from, beyond_agreed = false }: SlotQuery,
  now: EpochMinutes,
): Promise<Search> {
  const visit = await readAsked(db, id);
  if (!visit) throw new Failure('notFound');
  await refuseUnlessAhead(db, [await visitOf(db, id)]);
  const agreed = { ...visit, ...standingPromise(visit, visit.messages) };
  const days = await daysFor(db, { ...agreed, ...(beyond_agreed && nothing) }, visit.zone, from, now);
  const text = await readBoardText(db, days.from, days.to, { visit: id });
  return { ...days, now, text, asked: { id }, beyondAgreed: beyond_agreed };
}

/** The search for one that nobody has written down; refused where it could not be written down so. */
export async function searchForWanted(db: Tx, wanted: WantedVisit, now: EpochMinutes): Promise<Search> {
  const { from, beyond_agreed = false } = wanted;
  const site = await siteFor(db, wanted);
  const asked = { ...wantedRow(wanted), ...(beyond_agreed && nothing) };
  const days = await daysFor(db, asked, site.zone, from, now);
  // The place may be a new one among those of the board.
  const text = await readBoardText(db, days.from, days.to, { place: site });
  return { ...days, now, text, asked: { wanted, site }, beyondAgreed: beyond_agreed };
}

export async function findIn(account: AccountId, { from, to, ...search }: Search): Promise<FoundSlots> {
  return { from, to, ...(await reckon(account, 'slotsOn', search)) };
}

/** As if nothing had been agreed. */
const nothing = { on_date: null, window_from: null, window_to: null };

async function daysFor(
  db: Tx,
  asked: Parameters<typeof slotDays>[0],
  site: string,
  from: string | undefined,
  now: EpochMinutes,
) {
  const zone = await zoneOf(db);
  return slotDays(asked, {
    today: dateAt(now, zone),
    from: from as LocalDate | undefined,
    isElsewhere: site !== zone,
  });
}

async function siteFor(db: Tx, wanted: WantedVisit): Promise<WantedSite> {
  const { site_id, suburb_id, position, skills = [], crew_skills = [] } = wanted;
  const problem = visitProblem(wantedRow(wanted));
  if (problem !== undefined) throw new Failure('unprocessable', problem);
  await checkSkills(db, [...skills, ...crew_skills.flat()]);
  if (site_id !== undefined) {
    const site = await readSite(db, site_id);
    if (!site) throw new Failure('unprocessable', 'Site not found.');
    return site;
  }
  if (suburb_id !== undefined) {
    const suburb = (await suburbsById(db, [suburb_id])).get(suburb_id);
    if (!suburb) throw new Failure('unprocessable', 'Suburb not found.');
    return { ...placeOnly(suburb, suburb.zone), suburb: suburb.name };
  }
  if (position === undefined) throw new Failure('unprocessable', 'Give a site, a suburb or a position.');
  return placeOnly(position, await zoneOf(db));
}
