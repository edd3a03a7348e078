import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';

test('what a text costs is seen while it is typed, and a test lies in the inbox as on its phone', async ({
  page,
}) => {
  await signIn(page, 'owner', '/settings/connections');
  const texts = page.getByRole('region', { name: 'Texts' });
  await expect(texts).toContainText('stay in this server’s inbox');
  await texts.getByLabel('Price of a part').fill('7.5');
  await texts.getByLabel('Sender').fill('BlueGum');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  const words = `We’ll be there – soon. ${'a'.repeat(60)}`;
  await texts.getByRole('textbox', { name: 'Text' }).fill(words);
  await expect(texts).toContainText('83 characters · 2 parts (51 left) · $0.15');
  await expect(texts).toContainText('Curly quotes or dashes make it a part longer.');
  await texts.getByRole('button', { name: 'Straighten quotes and dashes' }).click();
  await expect(texts).toContainText('83 characters · 1 part (77 left) · $0.075');

  await texts.getByLabel('Send a test to').fill('02 9374 4000');
  await texts.getByRole('button', { name: 'Send the test' }).click();
  await expect(texts).toContainText('isn’t a mobile number');
  await texts.getByLabel('Send a test to').fill('0412 777 111');
  await texts.getByRole('button', { name: 'Send the test' }).click();
  await expect(texts).toContainText(/Sent .*\d/);
  await expectAccessible(page, 'html', { isMeasured: true });

  await page.goto('/inbox');
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Texts').click();
  await page.getByRole('list', { name: 'Texts' }).getByRole('link', { name: '+61412777111' }).click();
  const phone = page.getByRole('article', { name: 'Texts to +61412777111' });
  await expect(phone.getByRole('heading', { name: 'BlueGum' })).toBeVisible();
  await expect(phone).toContainText("We'll be there - soon.");
  await expectAccessible(page, 'html', { isMeasured: true });
});
