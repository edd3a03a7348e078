import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderStorage } from '../../src/platform/files/storage.ts';

/** A store of files that no other test uses. Its folder is made when something is put into it, which few tests do. */
export function testFiles() {
  return folderStorage(join(tmpdir(), 'muster-files', randomUUID()));
}
