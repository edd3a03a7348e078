import { fillIn as fillInEnquiry, send } from './enquiry.ts';
import { testOverSmtp as test } from '../identity/account.ts';
import { expect, signIn } from '../journey.ts';
import { linkIn } from '../mail.ts';
import { modal } from './office.ts';

const password = 'ladder copper magpie';

/** Over real SMTP, and by the pages alone, as the people who do it. */
test('from an enquiry to an owner who is signed in', async ({
  page,
  browser,
  mailed: { product, post: mails },
}) => {
  test.slow();
  // Somebody sends an enquiry and gets a mail about it.
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${product.url}/enquiry`);
  await fillInEnquiry(visitor, {
    Name: 'Wattle Creek Electrical',
    'Email Address': 'olivia@wattle.example.com',
  });
  await send(visitor);
  await expect(visitor.getByText('Successfully Submitted.')).toBeVisible();
  const acknowledgement = await mails.next('olivia@wattle.example.com', /^We received your enquiry/);
  const reference = /ENQ-\d{4}-\d{6}/.exec(acknowledgement.subject!)![0];

  // Sales get a mail, and its link leads a member of staff to the enquiry.
  const notice = await mails.next('sales@example.com', /^New enquiry/);
  const address = /https?:\/\/\S+\/office\/enquiries\/[\w-]+/.exec(notice.text!)![0];
  await signIn(page, 'staff', product.url);
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Wattle Creek Electrical' })).toBeVisible();
  await expect(page.getByText(reference, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await page.getByRole('button', { name: 'Mark as contacted' }).click();
  await page.getByLabel('Add a note').fill('Ten vans, wants to start in December');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('button', { name: 'Mark as qualified' }).click();
  await page.getByRole('button', { name: 'Mark as won' }).click();
  await page.getByRole('button', { name: 'Open account…' }).click();
  const dialog = modal(page);
  await dialog.getByRole('button', { name: 'Open account' }).click();
  await expect(dialog).toContainText(
    'Wattle Creek Electrical has an account on the Crew plan with 10 licences.',
  );
  await expect(dialog).toContainText('An invitation is on its way to olivia@wattle.example.com.');
  await dialog.getByRole('button', { name: 'Close' }).click();

  // The owner follows the invitation and is signed in.
  const invitation = await mails.next('olivia@wattle.example.com', /^Your Muster account for .+ is ready$/);
  await visitor.goto(linkIn(invitation, '/activate'));
  await visitor.getByLabel('First name').fill('Olivia');
  await visitor.getByLabel('Last name').fill('Owner');
  await visitor.getByLabel('Password', { exact: true }).fill(password);
  await visitor.getByLabel('Confirm password', { exact: true }).fill(password);
  await visitor.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(visitor.getByRole('heading', { name: 'Welcome, Olivia' })).toBeVisible();
  await expect(visitor.getByRole('banner').getByText('Wattle Creek Electrical')).toBeVisible();
  await visitor.goto(`${product.url}/licences`);
  await expect(visitor.getByRole('heading', { name: '0 of 10 in use' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('olivia@wattle.example.com has accepted the invitation.')).toBeVisible();
});
