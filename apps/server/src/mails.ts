import { nameFailedMails, sendFailedMails } from './modules/basics/mails/service.ts';
import { type Command, obey } from './operator.ts';

/** `npm run mails`: shows mails that could not be sent, and sends them again. */
const USAGE = `
  npm run mails -- failed      list failed emails and why they failed
  npm run mails -- retry       resend all of them
  npm run mails -- retry ID    resend one of them
`;

const [verb, id, ...rest] = process.argv.slice(2);
await obey(rest.length > 0 ? undefined : commandOf(verb, id), USAGE);

function commandOf(verb: string | undefined, id: string | undefined): Command | undefined {
  if (verb === 'failed' && id === undefined)
    return async ({ db }) => ({ done: true, said: (await nameFailedMails(db)).join('\n') });
  if (verb === 'retry') return ({ db }) => sendFailedMails(db, id);
  return undefined;
}
