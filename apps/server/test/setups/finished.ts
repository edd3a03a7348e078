import { expect } from 'vitest';
import type { LocalDate, LocalTime } from '@muster/domain/values/local-time';
import { at, type Work } from './work.ts';

export interface Finished {
  readonly id: string;
  readonly customer_id: string;
  readonly customer: string;
  readonly job: number;
}

let day = 0;

/** A visit that somebody was at from 9:04 to 9:51 of a day of its own, and what was noted there. */
export async function finishVisit(
  work: Pick<Work, 'owner' | 'addSite' | 'addJob' | 'show'>,
  {
    technicians,
    records = [],
    visit = {},
    job = {},
    outcome = { outcome: 'completed' },
    date,
    zone,
  }: {
    technicians: readonly string[];
    records?: readonly object[];
    visit?: object;
    job?: object;
    outcome?: object;
    date?: LocalDate;
    zone?: string;
  },
): Promise<Finished> {
  const site = await work.addSite({ ...(zone !== undefined && { zone }) });
  const made = await work.addJob({ ...job, visits: [{ duration: 60, ...visit }] }, site);
  const { id } = made.visits[0]!;
  const on =
    date ??
    (`2027-${String(1 + Math.floor(day / 28)).padStart(2, '0')}-${String(1 + (day++ % 28)).padStart(2, '0')}` as LocalDate);
  const told = (time: LocalTime) => at(time, on, zone);
  const overrides = ['shift', 'travel', 'overlap'].map((rule) => ({ rule, reason: 'a test' }));
  const { version } = await work.show(id);
  const booking = { version, technicians, starts_at: told('09:00'), overrides };
  expect(await work.owner.post(`/visits/${id}/schedule`, booking)).toMatchObject({ status: 200 });
  const progress = (step: string, time: LocalTime) =>
    work.owner.post(`/visits/${id}/progress`, { progress: step, at: told(time) });
  await progress('on site', '09:04');
  for (const record of records)
    expect(await work.owner.post(`/visits/${id}/records`, record)).toMatchObject({ status: 200 });
  const ended = await work.owner.post(`/visits/${id}/outcome`, { ...outcome, at: told('09:51') });
  expect(ended).toMatchObject({ status: 200 });
  return { id, customer_id: site.customer_id, customer: site.name, job: made.number };
}

export function note(text: string, more: object = {}): object {
  return { kind: 'note', content: { text, ...more } };
}
