import { join, resolve } from 'node:path';
import { obeyAt } from './operator.ts';
import { makeBackup } from './platform/backup/make.ts';
import { openStorage } from './platform/files/storage.ts';

/** `npm run backup`: copies the database and the files, and proves that the copy is whole. */
const USAGE = `
  npm run backup                back up into a new folder in the data folder
  npm run backup -- FOLDER      back up into this folder, which must not exist
`;

const [folder, ...rest] = process.argv.slice(2);
const isUsage = rest.length > 0 || folder?.startsWith('-');

await obeyAt(
  isUsage
    ? undefined
    : async ({ ownerUrl, keyDir, settings }) => {
        const storage = openStorage(settings, keyDir);
        const place = folder === undefined ? join(keyDir, 'backups', moment()) : resolve(folder);
        const { tables, pieces, lost } = await makeBackup({ ownerUrl, storage, folder: place });
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        const said = `Backed up and checked: ${rows.toLocaleString('en-AU')} rows of ${tables.length} tables and ${pieces.toLocaleString('en-AU')} pieces of files, in ${place}`;
        return lost === 0
          ? { done: true, said }
          : {
              done: false,
              said: `${said}\nBut ${lost} pieces of files are missing from the store already, so this backup can’t bring them back.`,
            };
      },
  USAGE,
);

function moment(): string {
  return new Date().toISOString().slice(0, 19).replaceAll(':', '-');
}
