import { addStaff, nameStaff, removeStaff } from './modules/identity/staff/service.ts';
import { type Command, obey } from './operator.ts';
import { publicAddress } from './platform/site/public-address.ts';

/** `npm run staff`: manages the people of the back office. */
const USAGE = `
  npm run staff -- add EMAIL       invite a person, resend their link, or enable them again
  npm run staff -- disable EMAIL   disable a person
  npm run staff -- list            list staff
`;

const [verb, email, ...rest] = process.argv.slice(2);
await obey(rest.length > 0 ? undefined : commandOf(verb, email), USAGE);

function commandOf(verb: string | undefined, email: string | undefined): Command | undefined {
  if (verb === 'list' && email === undefined)
    return async (database) => ({ done: true, said: (await nameStaff(database, new Date())).join('\n') });
  if (email === undefined) return undefined;
  if (verb === 'disable') return (database) => removeStaff(database, email, new Date());
  if (verb === 'add') {
    return async (database, settings) => {
      const { done, said, token } = await addStaff(database, email, new Date());
      const link = token && `${publicAddress(settings)}/activate?invitation=${token}`;
      return { done, said: link ? `${said}\n${link}` : said };
    };
  }
  return undefined;
}
