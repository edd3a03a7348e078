import { giveNotice, isBillingOn, listBusinesses, nameUntold } from './modules/identity/billing/service.ts';
import { type Command, obey } from './operator.ts';
import { accountOfChannel } from './platform/sign-in/person.ts';

/** `npm run billing`: ends early access. */
const USAGE = `
  npm run billing -- notice    tell the owners of every business in early access that it ends in 30 days

  Those that were told before, are new or have a subscription are left alone, so it can be repeated.
  It also names the businesses where no owner could be reached: early access goes on there until one is.
`;

const [verb, ...rest] = process.argv.slice(2);
await obey(verb === 'notice' && rest.length === 0 ? tellAll : undefined, USAGE);

async function tellAll(...[database, settings]: Parameters<Command>): ReturnType<Command> {
  if (!isBillingOn(settings))
    return {
      done: false,
      said: 'Set BILLING_STRIPE_KEY first: without it nothing is charged, and nothing ends.',
    };
  const deps = { database, settings, now: Date.now };
  let told = 0;
  const untold = [];
  for (const channel of await listBusinesses(database.db)) {
    const account = accountOfChannel(channel);
    if (await giveNotice(deps, account)) told += 1;
    const name = await nameUntold(deps, account);
    if (name !== null) untold.push(name);
  }
  const held =
    untold.length === 0
      ? ''
      : `\nNo owner could be reached at these businesses, because no one can sign in or the email failed. Early access goes on there: ${untold.join(', ')}.`;
  const businesses = told === 1 ? '1 business was' : `${told} businesses were`;
  return {
    done: true,
    said: `${businesses} told that early access ends in 30 days. The emails leave while the server runs, and the 30 days of each begin then.${held}`,
  };
}
