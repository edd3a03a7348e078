import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doLongTasks, imported } from '../../../../test/setups/long-tasks.ts';
import { tablesWith } from '../../../../test/tables-with.ts';
import { at, changeOf, DEMO, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

/** Something to look for, which stands nowhere else. */
function newWord(): string {
  return `q${randomUUID().slice(0, 8)}`;
}

async function add(path: string, fields: object, key?: string): Promise<{ id: string }> {
  const answer = await work.owner.post(path, fields, key);
  expect([path, answer.status, answer.message]).toEqual([path, 200, expect.any(String)]);
  return (answer.data as { row: { id: string } }).row;
}

async function addCustomer(word: string) {
  const { id } = await add('/customers', {
    name: `Jane ${word}`,
    phone: '0491 570 737',
    email: `${word}@example.com`,
    contacts: [{ name: `Joe ${word}` }],
    sites: [{ address: `1 ${word} St`, access_notes: word, latitude: -33.8123, longitude: 151.1123 }],
  });
  const { data } = await work.owner.get(`/customers/${id}`);
  const { contacts, sites } = (data as { row: { contacts: [{ id: string }]; sites: [{ id: string }] } }).row;
  return { id, contact: contacts[0].id, site: sites[0].id };
}

async function erased(path: string) {
  const answer = await work.owner.post(`${path}/erase`);
  await doLongTasks(work.here);
  return answer;
}

test('what was answered about the work for a customer is forgotten with them, by whatever key it is asked for again', async () => {
  const word = newWord();
  const customer = await addCustomer(word);
  const key = randomUUID();
  const wanted = {
    customer_id: customer.id,
    site_id: customer.site,
    description: word,
    visits: [{ duration: 60, note: word }, { duration: 30 }],
  };
  const job = (await add('/jobs', wanted, key)) as { id: string; visits: { id: string }[] };
  const [visit] = job.visits as [{ id: string }];
  const dave = await work.addTechnician();
  expect((await work.schedule(visit.id, [dave.id], at('10:00'))).status).toBe(200);
  await work.owner.post(`/visits/${visit.id}/outcome`, { outcome: 'needs return', reason: word });
  await add(`/jobs/${job.id}/visits`, { duration: 45, note: word });

  expect((await erased(`/customers/${customer.id}`)).status).toBe(200);
  expect(await tablesWith(work.here, DEMO, word)).toEqual([]);
  const again = await work.owner.post('/jobs', wanted, key);
  expect(again.status).toBe(200);
  expect(again.data).toMatchObject({
    row: {
      id: job.id,
      description: '',
      state: 'open',
      customer: { id: customer.id, name: '', phone: '' },
      site: { id: customer.site, address: '', access_notes: '' },
      visits: [{ id: visit.id, note: '', duration: 60 }, { duration: 30 }],
    },
  });
});

test('the name of a technician goes from every answer, also from one about a job on which they were', async () => {
  const word = newWord();
  const dave = await work.addTechnician({ name: `Dave ${word}` });
  const job = await work.addJob();
  expect((await work.schedule(job.visits[0]!.id, [dave.id], at('10:00'))).status).toBe(200);
  await work.owner.post(`/visits/${job.visits[0]!.id}/outcome`, { outcome: 'completed' });
  // This changes nothing of theirs, and tells of them all the same.
  await add(`/jobs/${job.id}/visits`, { duration: 45 });
  expect((await erased(`/technicians/${dave.id}`)).status).toBe(200);
  expect(await tablesWith(work.here, DEMO, word)).toEqual([]);
});

test('who came with an import is forgotten in it, and the others in it are not', async () => {
  const [word, other] = [newWord(), newWord()];
  const { state } = await imported(work.here, work.owner, {
    kind: 'technicians',
    csv: `Name,Phone\r\n${word},0412 345 678\r\n${other},0412 345 679\r\n`,
  });
  expect(state).toBe('done');
  const { data } = await work.owner.get(`/technicians?search=${word}&state=all`);
  const [{ id }] = (data as { rows: [{ id: string }] }).rows;
  expect((await erased(`/technicians/${id}`)).status).toBe(200);
  expect(await tablesWith(work.here, DEMO, word)).toEqual([]);
  expect(await tablesWith(work.here, DEMO, other)).toEqual(['change_entries', 'search_words', 'technicians']);
});

test('what was removed before an erasure is erased too, and does not come back', async () => {
  const word = newWord();
  const customer = await addCustomer(word);
  const removed = await work.owner.delete(`/contacts/${customer.contact}`);
  const job = await add('/jobs', {
    customer_id: customer.id,
    site_id: customer.site,
    visits: [{ duration: 60 }],
  });
  const added = await work.owner.post(`/jobs/${job.id}/visits`, { duration: 30, note: word });
  expect((await work.owner.post(`/changes/${changeOf(added)}/undo`)).status).toBe(200);
  const opened = await work.owner.post('/jobs', {
    customer_id: customer.id,
    site_id: customer.site,
    description: word,
    visits: [{ duration: 60, note: word }],
  });
  const undone = await work.owner.post(`/changes/${changeOf(opened)}/undo`);
  expect(undone.status).toBe(200);

  expect((await erased(`/customers/${customer.id}`)).status).toBe(200);
  expect(await tablesWith(work.here, DEMO, word)).toEqual([]);
  for (const change of [changeOf(removed), changeOf(undone)])
    expect((await work.owner.post(`/changes/${change}/undo`)).status).toBe(409);
  expect((await work.owner.get(`/customers/${customer.id}`)).data).toMatchObject({ row: { contacts: [] } });
});

test('tickets and absences that a technician had are erased with them, and so is a contact that is gone', async () => {
  const word = newWord();
  const dave = await work.addTechnician();
  const skill = await add('/skills', { name: `Gas ${randomUUID()}` });
  const ticket = await add(`/technicians/${dave.id}/tickets`, {
    skill_id: skill.id,
    kind: 'Gas',
    number: word,
  });
  const absence = await add(`/technicians/${dave.id}/absences`, {
    kind: 'sick',
    starts_at: '2026-12-01T00:00:00Z',
    ends_at: '2026-12-02T00:00:00Z',
    whole_days: true,
    reason: word,
  });
  const gone = await work.owner.delete(`/tickets/${ticket.id}`);
  await work.owner.delete(`/absences/${absence.id}`);
  const customer = await addCustomer(newWord());
  const contact = await add(`/customers/${customer.id}/contacts`, { name: word });
  await work.owner.delete(`/contacts/${contact.id}`);

  expect((await erased(`/technicians/${dave.id}`)).status).toBe(200);
  expect((await erased(`/contacts/${contact.id}`)).status).toBe(200);
  expect(await tablesWith(work.here, DEMO, word)).toEqual([]);
  expect((await work.owner.post(`/changes/${changeOf(gone)}/undo`)).status).toBe(409);
});

test('a customer whom an undo took away can still be erased', async () => {
  const word = newWord();
  const added = await work.owner.post('/customers', { name: word, contacts: [{ name: word }] });
  const { id } = (added.data as { row: { id: string } }).row;
  const undone = await work.owner.post(`/changes/${changeOf(added)}/undo`);
  expect(undone.status).toBe(200);
  expect((await erased(`/customers/${id}`)).status).toBe(200);
  expect(await tablesWith(work.here, DEMO, word)).toEqual([]);
  expect((await work.owner.post(`/changes/${changeOf(undone)}/undo`)).status).toBe(409);
});

test('who repeats a command that changed nothing is answered as before, whoever was erased meanwhile', async () => {
  const word = newWord();
  const [gone, stays] = [await addCustomer(word), await addCustomer(newWord())];
  const unchanged = (id: string, key: string) => work.owner.patch(`/customers/${id}`, { version: 1 }, key);
  const [ofGone, ofStays] = [randomUUID(), randomUUID()];
  await unchanged(gone.id, ofGone);
  const before = await unchanged(stays.id, ofStays);
  expect(before).toMatchObject({ status: 200, data: { made: false } });
  expect((await erased(`/customers/${gone.id}`)).status).toBe(200);
  // Somebody else has changed it since: done a second time, it would be refused.
  await work.owner.patch(`/customers/${stays.id}`, { version: 1, note: 'Newer' });
  expect(await unchanged(stays.id, ofStays)).toEqual(before);
  expect(await unchanged(gone.id, ofGone)).toMatchObject({ data: { row: { id: gone.id, name: '' } } });
  expect(await tablesWith(work.here, DEMO, word)).toEqual([]);
});
