import type { NamedFieldRecord } from '@muster/domain/field/field-records/schema';
import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import type { LocalTime } from '@muster/domain/values/local-time';
import { openFiling } from './filing.ts';
import { schedulerOf } from './scheduler.ts';
import { at } from './work.ts';

const USER = '0193e5a0-0000-7000-8000-000000000013';
const VISITS_A_DAY = 4;
/** The days of November on which somebody works. */
const DAYS = [17, 18, 19, 20, 23, 24, 25, 26];

/** The demo business, with a technician who has a phone and visits of their own. */
export async function openField(env: Record<string, string> = {}) {
  const filing = await openFiling({ env });
  const { work } = filing;
  const phone = await schedulerOf(work.app, 'technician@example.com');
  const own = (await work.addTechnician()).id;
  await work.owner.put(`/team/${USER}/technician`, { technician_id: own });
  let count = 0;
  return {
    filing,
    work,
    phone,
    user: USER,
    /** A visit of their own; as many fit into a day as the hours of the morning are. */
    booked: async (fields: object = {}, site?: { customer_id: string; site_id: string }): Promise<string> => {
      const visit = await work.addVisit({ duration: 30, ...fields }, site);
      const [day, hour] = [DAYS[Math.floor(count / VISITS_A_DAY)]!, 8 + (count % VISITS_A_DAY)];
      count += 1;
      const time = `${String(hour).padStart(2, '0')}:00` as LocalTime;
      const { status } = await work.schedule(visit.id, [own], at(time, `2026-11-${day}`));
      if (status !== 200) throw new Error(`not booked: ${status}`);
      return visit.id;
    },
    /** The visit as its technician sees it. */
    mine: async (id: string): Promise<OwnVisit> => {
      return ((await phone.get(`/my/visits/${id}`)).data as { row: OwnVisit }).row;
    },
    /** What was noted, as the office sees it. */
    seen: async (id: string): Promise<NamedFieldRecord[]> => {
      return ((await work.owner.get(`/visits/${id}/records`)).data as { rows: NamedFieldRecord[] }).rows;
    },
  };
}

export type Field = Awaited<ReturnType<typeof openField>>;
