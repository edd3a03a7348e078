import { expectAccessible } from '../accessible.ts';
import { givenDay } from './field.ts';
import { expect, long, signIn, test } from '../journey.ts';
import { drawSignature, signatureSheet, unfolded } from './phone.ts';

test.use({ business: 'my-day', viewport: { width: 390, height: 844 } });

test(
  'a slip at a visit is told where it happens, and takes nothing away',
  long,
  async ({ page, browser, product }) => {
    const check_list = ['Water off', 'Valve turns'].map((text) => ({ text, done: false }));
    const office = await givenDay(browser, product, [{ check_list }]);
    const [visit] = office.visits;
    await signIn(page, 'technician', `/my-day/visits/${visit!.id}`);
    await page.getByRole('button', { name: 'On my way' }).click();
    await page.getByRole('button', { name: 'I have arrived' }).click();

    for (const part of ['Photos and files', 'Notes', 'Parts used']) await unfolded(page, part);
    await page.getByLabel('Choose files').setInputFiles([
      { name: 'a.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
    ]);
    const refused = page.getByRole('region', { name: 'Photos and files' }).getByRole('alert');
    await expect(refused).toContainText('a.exe');
    await expect(refused).toContainText('empty.txt is empty');
    await expect(refused).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await refused.getByRole('button', { name: 'OK' }).click();
    await expect(refused).toBeHidden();

    // A field that the keyboard reaches is not under the bar.
    await page.getByLabel('Choose files').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const note = page.getByLabel('New note');
    await expect(note).toBeFocused();
    const bar = (await page.locator('.field-bar').boundingBox())!;
    const box = (await note.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(bar.y);

    // What is pasted stays whole.
    await note.fill('a'.repeat(5_010));
    await expect(page.getByText('10 characters too long.')).toBeVisible();
    await note.fill('');
    const part = page.getByLabel('Part', { exact: true });
    await part.fill('Valve');
    await page.getByLabel('How many').fill('0');
    await expect(page.getByText('Enter a number above 0, up to 100,000.')).toBeVisible();

    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    const sign = signatureSheet(page);
    await drawSignature(page, 'Alex Gum');
    await sign.getByRole('button', { name: 'Close' }).click();
    // Done asks what is to become of it.
    await page.getByRole('button', { name: 'Done' }).click();
    await page
      .getByRole('dialog', { name: 'Before you finish' })
      .getByRole('button', { name: 'Continue the signature' })
      .click();
    await expect(sign.getByLabel('Name of the person signing')).toHaveValue('Alex Gum');
    const isInk = () =>
      sign.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value) => value < 100);
      });
    await expect.poll(isInk).toBe(true);
    await sign.getByRole('button', { name: 'Save' }).click();
    await unfolded(page, "Customer's signature");
    await expect(page.getByText('Signed by Alex Gum')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Let someone else sign' })).toBeVisible();
    await unfolded(page, 'Times');

    await page.getByRole('button', { name: 'Correct the times' }).click();
    const times = page.getByRole('dialog', { name: 'Correct the times' });
    const arrived = times.getByLabel('Arrived');
    const before = await arrived.inputValue();
    const day = Temporal.PlainDateTime.from(before);
    await arrived.fill(day.add({ days: 1 }).toString().slice(0, 16));
    await expect(times.getByRole('alert')).toHaveText(/^This arrival is in the future/);
    await arrived.fill(day.subtract({ days: 1 }).toString().slice(0, 16));
    await expect(times.getByRole('status')).toHaveText(/^That makes 24 h .* Is the day right\?$/);
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');

    // The part that cannot be added is told and stays; what is open is told and holds nothing back.
    await page.getByRole('button', { name: 'Done' }).click();
    const finish = page.getByRole('dialog', { name: 'Before you finish' });
    await expect(finish.getByText('2 checklist items still to answer.')).toBeVisible();
    await expect(finish.getByText(/^The part you typed hasn’t been added/)).toBeVisible();
    await expectAccessible(page, 'dialog');
    await finish.getByRole('button', { name: 'Finish: Done' }).click();
    await expect(page.getByText('Completed')).toBeVisible();
    await expect(part).toHaveValue('Valve');
    await office.close();
  },
);

test('at twice the size nothing of a step or a name is cut off', long, async ({ page, browser, product }) => {
  const office = await givenDay(browser, product, [{}, {}]);
  await page.setViewportSize({ width: 195, height: 422 });
  await signIn(page, 'technician', '/my-day');
  await page.getByRole('button', { name: 'On my way' }).click();
  await expect(page.getByRole('button', { name: 'I have arrived' })).toBeInViewport({ ratio: 1 });
  const name = page.getByRole('link', { name: new RegExp(office.visits[1]!.customer) }).locator('strong');
  expect(await name.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBeLessThanOrEqual(0);
  expect((await name.boundingBox())!.width).toBeGreaterThan(100);
  await office.close();
});
