import { randomUUID } from 'node:crypto';
import type { Change } from '@muster/domain/basics/changes/schema';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { buildTasks } from '../../src/app.ts';
import type { Deps } from '../../src/platform/deps.ts';
import { readSettings } from '../../src/settings.ts';
import { testFiles } from './files.ts';
import { mailServer } from '../services/mail-server.ts';
import { silentLog } from '../silent-log.ts';
import { at, changeOf, MONDAY, openWork, type Work } from './work.ts';

/**
 * A business that tells its customers, whose mails arrive and whose background tasks are done by the test's own clock. Where texts are
 * wanted, they stay on this machine, and the mails with them.
 */
export async function openTold({ hasTexts = false } = {}) {
  const files = testFiles();
  const work = await openWork({
    env: hasTexts ? { HOST: '127.0.0.1' } : {},
    deps: { files, embedded: hasTexts },
  });
  const post = await mailServer();
  const queue = queueOn(work, hasTexts ? {} : { SMTP_URL: post.url }, files, hasTexts);
  const { owner } = work;
  const kai = await work.addTechnician();
  let day = 17;

  async function edit(path: string, fields: object): Promise<void> {
    const { data } = await owner.get(path);
    const { version } = (data as { row: { version: number } }).row;
    expect(await owner.patch(path, { version, ...fields })).toMatchObject({ status: 200 });
  }

  async function schedule(id: string, time: `${number}:${number}`, day: string, zone?: string) {
    const overrides = ['shift', 'travel', 'overlap', 'window'].map((rule) => ({ rule, reason: 'a test' }));
    const answer = await work.schedule(id, [kai.id], at(time, day as never, zone), { overrides });
    expect(answer).toMatchObject({ status: 200 });
    return answer;
  }

  /** A visit that is planned for half past nine on a day of its own, and whose customer has an address of their own. */
  async function plan({ zone = 'Australia/Sydney', email = '', date = '' } = {}) {
    const to = email || `${randomUUID().slice(0, 8)}@example.com`;
    const site = await work.addSite({ zone });
    await edit(`/customers/${site.customer_id}`, { email: email === 'none' ? '' : to });
    const visit = await work.addVisit({}, site);
    const on = date || `2026-11-${(day += 1)}`;
    await schedule(visit.id, '09:30', on, zone);
    return { id: visit.id, job: visit.job_id, customer: site.customer_id, name: site.name, to, day: on };
  }

  async function dispatch(id: string): Promise<number> {
    const answer = await owner.post(`/visits/${id}/dispatch`);
    expect(answer).toMatchObject({ status: 200 });
    return changeOf(answer);
  }

  async function undo(number: number): Promise<number> {
    const answer = await owner.post(`/changes/${number}/undo`);
    expect(answer).toMatchObject({ status: 200 });
    return changeOf(answer);
  }

  async function history(subject: string): Promise<Change[]> {
    const { data } = await owner.get(`/changes?subject=${subject}`);
    return (data as { rows: Change[] }).rows.filter(({ kind }) => kind === 'customer told');
  }

  const settings = (fields: object) => edit('/settings', fields);
  await settings({ tells_customers: true, phone: '02 5550 1234', email: 'Office@example.com' });
  // It has been here for a year, and has confirmed where answers go.
  await work.inside((db) =>
    sql`update accounts set verified_email = email, created_at = ${new Date(MONDAY)}::timestamptz - interval '1 year'
         where id = current_account()`.execute(db),
  );

  /** What a test leaves waiting is not the next one's. */
  async function rest(): Promise<void> {
    await queue.pass(600);
    post.received.length = 0;
    work.clock.now = MONDAY;
  }
  await rest();

  return {
    ...work,
    ...queue,
    kai,
    book: work.schedule,
    post,
    received: post.received,
    subjects: () => post.received.map(({ subject }) => subject),
    edit,
    schedule,
    plan,
    dispatch,
    undo,
    history,
    settings,
    rest,
    async close() {
      await post.close();
      await work.close();
    },
  };
}

export type ToldWork = Awaited<ReturnType<typeof openTold>>;

interface Waiting {
  readonly id: string;
  readonly topic: string;
  readonly payload: unknown;
  readonly due: number;
}

/** The queue on the test's own clock: what was handed over is done when its time has come, and what follows from it too. */
export function queueOn(
  { here, clock }: Work,
  env: Record<string, string>,
  files: Deps['files'] = testFiles(),
  embedded = false,
) {
  const deps = {
    settings: readSettings({ HOST: '127.0.0.1', ...env }),
    database: here.database,
    log: silentLog,
    now: () => clock.now,
    files,
    embedded,
  } as unknown as Deps;
  const tasks = buildTasks(deps);
  let waiting: Waiting[] = [];

  async function collect(): Promise<void> {
    const { rows } = await here.asOwner<Omit<Waiting, 'due'> & { delay_seconds: number }>(
      'delete from outbox returning id, topic, payload, delay_seconds',
    );
    waiting.push(...rows.map((row) => Object.assign(row, { due: clock.now + row.delay_seconds * 1000 })));
  }

  /** Lets this much time pass, and says how many tasks were done; those of a topic each by two at once. */
  async function pass(seconds: number, { twice = '' } = {}): Promise<number> {
    await collect();
    const end = clock.now + seconds * 1000;
    let count = 0;
    for (;;) {
      const [next] = waiting.toSorted((a, b) => a.due - b.due);
      if (!next || next.due > end) break;
      waiting = waiting.filter((one) => one !== next);
      clock.now = Math.max(clock.now, next.due);
      const runs = Array.from({ length: next.topic === twice ? 2 : 1 }, () =>
        tasks[next.topic]!(next.payload, next.id),
      );
      await Promise.all(runs);
      count += 1;
      await collect();
    }
    clock.now = end;
    return count;
  }

  return { pass, tasks };
}
