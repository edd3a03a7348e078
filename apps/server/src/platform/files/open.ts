import { join } from 'node:path';
import type { Settings } from '../../settings.ts';
import { folderStorage } from './folder.ts';
import { s3Storage } from './s3.ts';
import type { FileStorage } from './storage.ts';

/** The store that the settings name; without one, a folder beside the data. */
export function openStorage({ FILES_URL, FILES_DIR }: Settings, dataDir: string): FileStorage {
  return FILES_URL === undefined ? folderStorage(FILES_DIR ?? join(dataDir, 'files')) : s3Storage(FILES_URL);
}
