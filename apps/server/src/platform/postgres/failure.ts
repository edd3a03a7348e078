import { StartupError } from '../startup-error.ts';

/** ENOENT too: it is how Node reports that a folder could not be made on a read-only disk. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT']);
const ELSEWHERE = 'or name another folder with DATA_DIR';

/** Turns an error of the file system or of PostgreSQL into two sentences: what is wrong, and what to do. */
export function folderFailure(error: unknown, dataDir: string): StartupError {
  if (error instanceof StartupError) return error;
  return new StartupError(sentences(error as NodeJS.ErrnoException, dataDir), { cause: error });
}

function sentences({ code, syscall, message }: NodeJS.ErrnoException, dataDir: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left|Disk quota/.test(message)) {
    return `The disk that holds ${dataDir} is full. Free some space there, ${ELSEWHERE}.`;
  }
  if (syscall?.startsWith('spawn')) {
    return `Programs cannot be run in ${dataDir} (${code}). Name a folder on a disk that allows it with DATA_DIR.`;
  }
  if (code !== undefined && UNWRITABLE.has(code)) {
    return `The data folder ${dataDir} cannot be used by this user. Give it to the user that runs Muster, ${ELSEWHERE}.`;
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return `The data folder ${dataDir} cannot be made, because a file is in its way. Move that file, ${ELSEWHERE}.`;
  }
  const last = message.trim().split('\n').at(-1)?.replace(/\.$/, '');
  return `The data folder ${dataDir} cannot be opened (${last}). Put that right, or set DATABASE_URL to another PostgreSQL.`;
}
