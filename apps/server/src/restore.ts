import { resolve } from 'node:path';
import { obeyAt } from './operator.ts';
import { restoreBackup } from './platform/backup/restore.ts';
import { openStorage } from './platform/files/storage.ts';
import { createLog } from './platform/log.ts';
import { openKeyring } from './platform/secrets/keyring.ts';

/** `npm run restore`: brings a backup back, into the database and the store of files that the settings name. */
const USAGE = `
  npm run restore -- FOLDER               restore this backup into an empty database
  npm run restore -- FOLDER --overwrite   the same, and lose everything that is in the database
`;

const [folder, flag, ...rest] = process.argv.slice(2);
const isUsage =
  folder === undefined ||
  folder.startsWith('-') ||
  rest.length > 0 ||
  ![undefined, '--overwrite'].includes(flag);

await obeyAt(
  isUsage
    ? undefined
    : async ({ ownerUrl, keyDir, settings }) => {
        const { madeAt, tables, pieces, unreadable } = await restoreBackup({
          ownerUrl,
          storage: openStorage(settings, keyDir),
          folder: resolve(folder),
          overwrite: flag !== undefined,
          log: createLog('silent'),
          keys: openKeyring(settings.MASTER_KEY, keyDir),
          keyDir,
        });
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        const missing =
          unreadable === 0
            ? ''
            : `\n${unreadable} secrets of connections can’t be read with the master key that is here. Bring muster-master-key from the old data folder (or MASTER_KEY), or have these connections reconnected.`;
        return {
          done: true,
          said: `Restored and checked: ${rows.toLocaleString('en-AU')} rows of ${tables.length} tables and ${pieces.toLocaleString('en-AU')} pieces of files, as of ${madeAt}. Start Muster with npm start.${missing}`,
        };
      },
  USAGE,
  { alone: true },
);
