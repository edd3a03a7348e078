import { addVisit, boardOf, book, freeDay, momentOf, type Visit } from './board.ts';
import { expect, haveSession, test, long } from '../journey.ts';
import { call, ownWord } from '../work/technicians.ts';

test.use({ business: 'board' });

test('a visit that couldn’t be completed waits beside the board on any day, until somebody decides', async ({
  page,
}) => {
  const day = freeDay(16);
  await haveSession(page, 'owner');
  const context = page.context();
  const { technicians } = await boardOf(context, day);
  const visit = await addVisit(context);
  await book(context, visit, technicians[0]!, momentOf(day, '09:00'));
  const told = { outcome: 'could not complete', reason: 'Nobody home' };
  expect(await call(context, 'POST', `/visits/${visit.id}/outcome`, told)).toMatchObject({ code: 800 });
  await page.goto(`/?date=${freeDay(17)}`);
  await page.getByRole('tab', { name: /^Attention/ }).click();
  const item = page.locator('.attention__item').filter({ hasText: visit.name });
  await expect(item).toContainText('Nobody home');
  await item.getByRole('button', { name: 'Book a return visit' }).click();
  await expect(item).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await item.getByRole('button', { name: 'Dismiss' }).click();
  await item.getByLabel('Why nothing more is to be done').fill('They sold the house');
  await item.getByRole('button', { name: 'Dismiss' }).click();
  await expect(item).toHaveCount(0);
});

test(
  'each thing that needs a decision has a remedy in one press, which is taken back where the rules allow it',
  long,
  async ({ page }) => {
    const day = freeDay(15);
    await haveSession(page, 'owner');
    const context = page.context();
    const { technicians } = await boardOf(context, day);
    const [away, slow, busy, third, lapsed, certified] = technicians;
    const sent = async (method: 'POST' | 'PATCH', path: string, data: object) => {
      const answer = await call(context, method, path, data);
      expect(answer.code, `${path}: ${answer.message}`).toBe(800);
      return answer.data.row;
    };
    const at = (time: string) => momentOf(day, time);
    const ticket = async (technician: string, skill_id: string, expires_on: string | null) => {
      const { version, skills } = (await call(context, 'GET', `/technicians/${technician}`)).data.row;
      await sent('PATCH', `/technicians/${technician}`, { version, skills: [...skills, skill_id] });
      return sent('POST', `/technicians/${technician}/tickets`, { skill_id, kind: 'Card', expires_on });
    };
    const skill = await sent('POST', '/skills', { name: `Crane ${ownWord()}`, needs_ticket: true });
    const expiring = await ticket(lapsed!, skill.id, null);
    await ticket(certified!, skill.id, null);

    const [unplanned, sick, late, over, next, promised, lifted] = [
      await addVisit(context, { on_date: day }),
      await addVisit(context),
      await addVisit(context),
      await addVisit(context),
      await addVisit(context),
      await addVisit(context),
      await addVisit(context, { skills: [skill.id] }),
    ];
    await book(context, sick, away!, at('14:00'));
    await book(context, late, slow!, at('09:00'));
    await book(context, over, busy!, at('09:00'));
    await book(context, next, busy!, at('13:30'));
    await book(context, promised, third!, at('13:00'));
    await book(context, lifted, lapsed!, at('14:00'));
    await sent('POST', `/visits/${over.id}/dispatch`, {});
    await sent('POST', `/visits/${over.id}/progress`, { progress: 'on site' });

    // Noon of that day: what should have begun has not.
    await page.clock.setFixedTime(at('12:00'));
    await page.goto(`/?date=${day}`);
    await page.getByRole('tab', { name: /^Attention/ }).click();
    const item = (text: string) => page.locator('.attention__item').filter({ hasText: text });
    await expect(item(unplanned.name)).toContainText('Not assigned yet');
    await expect(item(late.name)).toContainText('should have started 3 h ago');
    await expect(item(over.name)).toContainText('should have left 2 h ago');
    await expect(item(sick.name)).toHaveCount(0);

    // What others enter meanwhile appears by itself.
    const absence = { kind: 'sick', starts_at: at('00:00'), ends_at: at('23:00'), whole_days: false };
    await sent('POST', `/technicians/${away}/absences`, absence);
    await expect(item(sick.name)).toContainText('Can’t be done as planned');
    const { version } = (await call(context, 'GET', `/visits/${promised.id}`)).data.row;
    const window = { on_date: day, window_from: '14:00', window_to: '15:00' };
    await sent('PATCH', `/visits/${promised.id}`, { version, ...window });
    await expect(item(promised.name)).toContainText('Promise broken');
    const yesterday = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
    await sent('PATCH', `/tickets/${expiring.id}`, { version: expiring.version, expires_on: yesterday });
    await expect(item(lifted.name)).toContainText('Can’t be done as planned');

    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    const remedied = async ({ name }: Visit) => {
      const remedy = item(name).getByRole('button').nth(1);
      const label = await remedy.textContent();
      await remedy.click();
      await expect(item(name), `${name}: ${label}`).toHaveCount(0);
      await undo.click();
    };
    // Who is still there is left alone, and somebody else does what comes next.
    await item(over.name)
      .getByRole('button', { name: `Move ${next.name} to ` })
      .click();
    await expect(page.getByText(`${next.name} is planned for`)).toBeVisible();
    await expect(item(over.name).getByRole('button')).toHaveCount(1);
    await undo.click();
    await expect(item(over.name).getByRole('button')).toHaveCount(2);
    for (const visit of [late, unplanned, sick, promised]) {
      await remedied(visit);
      await expect(item(visit.name)).toHaveCount(1);
    }
    // What nobody may override an undo does not override either: nobody is put back to what they may not do, and is told why.
    await remedied(lifted);
    const refusal = page.locator('.m-toast--error');
    await expect(refusal).toBeVisible();
    await refusal.getByRole('button', { name: 'Dismiss' }).click();
    await expect(item(lifted.name)).toHaveCount(0);
    await item(skill.name).getByRole('button', { name: 'Update the ticket' }).click();
    await expect(page).toHaveURL(`/technicians/${lapsed}`);
  },
);
