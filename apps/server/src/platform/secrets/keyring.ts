import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readOrMakeKeyFile, replaceKeyFile } from '../key-file.ts';
import { StartupError } from '../startup-error.ts';

const KEY_BYTES = 32;
const KEY_FILE = 'muster-master-key';
const ID_LENGTH = 16;

/** One of the master keys: what it is used for follows from it, so that no use tells of another. */
interface MasterKey {
  /** Tells keys apart without telling them: what was sealed names its key by it. */
  readonly id: string;
  /** Seals the keys of secrets. */
  readonly sealing: Buffer;
  /** Makes the tokens of links that live for long. */
  readonly links: Buffer;
}

/**
 * The master keys of an installation, the newest first. Old ones stay beside it for as long as something needs them: what is new is
 * sealed with the first, and what was sealed with any of them is opened. They are never in the database, so that a dump opens nothing.
 */
export interface Keyring {
  readonly newest: MasterKey;
  readonly all: readonly MasterKey[];
  find(id: string): MasterKey | undefined;
  /** Puts a new key before the others. Undefined where the keys are a setting, which only the operator can change. */
  readonly addKey: (() => void) | undefined;
}

/** The keys of `MASTER_KEY`, or else those of the file beside the data, which is made at the first start. */
export function openKeyring(setting: readonly string[], folder: string): Keyring {
  return setting.length > 0 ? keyringOf(setting) : keyringIn(folder);
}

/** For tests and benchmarks, and for the keys of a setting, which has checked them. */
export function keyringOf(texts: readonly string[]): Keyring {
  const keys = texts.map((text) => masterKey(Buffer.from(text, 'base64')));
  return {
    newest: keys[0]!,
    all: keys,
    find: (id) => keys.find((key) => key.id === id),
    addKey: undefined,
  };
}

/** A key to each line. Another process may add one while this one runs: then the file is read again. */
function keyringIn(folder: string): Keyring {
  const place = {
    folder,
    name: KEY_FILE,
    about: { what: 'The master key', otherwise: 'set MASTER_KEY' },
  };
  const read = () =>
    keysIn(
      place,
      readOrMakeKeyFile(place, () => asLines([randomBytes(KEY_BYTES)])),
    );
  let keys = read();
  let asked = new Set<string>();
  return {
    get newest() {
      // Whoever has added a key reckons with nothing being sealed under an old one from then on.
      keys = read();
      return masterKey(keys[0]!);
    },
    get all() {
      return keys.map(masterKey);
    },
    find(id) {
      const known = () => keys.map(masterKey).find((key) => key.id === id);
      const found = known();
      // Once for each that is missing: what lost its key for good is asked for again and again.
      if (found || asked.has(id)) return found;
      asked.add(id);
      keys = read();
      return known();
    },
    addKey() {
      keys = [randomBytes(KEY_BYTES), ...read()];
      replaceKeyFile(place, asLines(keys));
      asked = new Set();
    },
  };
}

function keysIn({ folder }: { folder: string }, content: Buffer): Buffer[] {
  const lines = content.toString('latin1').split('\n').filter(Boolean);
  const keys = lines.map(readMasterKey);
  if (keys.length === 0 || keys.includes(undefined))
    throw new StartupError(
      `The file ${KEY_FILE} in ${folder} is damaged. Restore it, or move it away: ` +
        'connections to other services then have to be reconnected.',
    );
  return keys as Buffer[];
}

function asLines(keys: readonly Buffer[]): Buffer {
  return Buffer.from(keys.map((key) => `${key.toString('base64')}\n`).join(''));
}

function readMasterKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES && key.toString('base64') === text ? key : undefined;
}

function masterKey(key: Buffer): MasterKey {
  return {
    id: createHash('sha256').update('muster master key:').update(key).digest('hex').slice(0, ID_LENGTH),
    sealing: derived(key, 'muster secrets'),
    links: derived(key, 'muster links'),
  };
}

function derived(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', use, KEY_BYTES));
}
