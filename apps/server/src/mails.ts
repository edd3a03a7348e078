import { nameFailedMails, sendFailedMails } from './modules/messages/service.ts';
import { type Command, obey } from './operator.ts';

/** `npm run mails`: shows mails that could not be sent, and sends them again. */
const USAGE = `
  npm run mails -- failed      the mails that were given up, and why
  npm run mails -- retry       send all of them again
  npm run mails -- retry ID    send one of them again
`;

const [verb, id, ...rest] = process.argv.slice(2);
await obey(rest.length > 0 ? undefined : commandOf(verb, id), USAGE);

function commandOf(verb: string | undefined, id: string | undefined): Command | undefined {
  if (verb === 'failed' && id === undefined)
    return async ({ db }) => ({ done: true, said: (await nameFailedMails(db)).join('\n') });
  if (verb === 'retry') return ({ db }) => sendFailedMails(db, id);
  return undefined;
}
