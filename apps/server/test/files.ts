import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderStorage } from '../src/platform/files/folder.ts';

/** A store of files that no other test uses. */
export function testFiles() {
  return folderStorage(mkdtempSync(join(tmpdir(), 'muster-files-')));
}
