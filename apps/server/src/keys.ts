import { type Command, obey } from './operator.ts';
import { countSecrets, sealAnew } from './platform/secrets/secrets.ts';

/** `npm run keys`: shows the master keys that encrypt the secrets of connections, and changes to a new one. */
const USAGE = `
  npm run keys              list the master keys, and how many secrets each encrypts
  npm run keys -- rotate    encrypt all secrets with a new key
`;

const [verb, ...rest] = process.argv.slice(2);
await obey(rest.length > 0 ? undefined : commandOf(verb), USAGE);

function commandOf(verb: string | undefined): Command | undefined {
  if (verb === undefined) return list;
  if (verb === 'rotate') return rotate;
  return undefined;
}

async function list({ db, keys }: Parameters<Command>[0]) {
  const counted = await countSecrets(db);
  const missing = [...counted.keys()].filter((id) => !keys.find(id));
  const lines = [...keys.all.map(({ id }) => id), ...missing].map((id) => {
    const about = id === keys.newest.id ? ', the newest' : keys.find(id) ? '' : ', which is missing here';
    return `${id}  ${secrets(counted.get(id) ?? 0)}${about}`;
  });
  return { done: missing.length === 0, said: lines.join('\n') };
}

async function rotate({ db, keys }: Parameters<Command>[0]) {
  const isSetting = keys.addKey === undefined;
  if (isSetting && keys.all.length === 1)
    return {
      done: false,
      said: 'MASTER_KEY holds one key. Set it to a new one (openssl rand -base64 32), a comma and the old one, restart every process, then repeat this.',
    };
  keys.addKey?.();
  const { moved, left } = await sealAnew(db, keys);
  const old = isSetting
    ? 'The old keys can go from MASTER_KEY'
    : 'The old keys stay in muster-master-key below the new one, and can go';
  const said = `${secrets(moved)} now encrypted with the key ${keys.newest.id}. ${old} once you no longer keep backups from before.`;
  return left === 0
    ? { done: true, said }
    : {
        done: false,
        said: `${said}\n${secrets(left)} can’t be read with the keys that are here, and stay as they are.`,
      };
}

function secrets(count: number): string {
  return count === 1 ? '1 secret' : `${count} secrets`;
}
