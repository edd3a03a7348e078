import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from './startup-error.ts';

interface KeyFile {
  folder: string;
  name: string;
  /** What the file is for, and what else may be done, for somebody who has to make room for it. */
  about: { what: string; otherwise: string };
}

/** What a file holds that only we can read. It is made if it is not there, by whichever process comes first. */
export function readOrMakeKeyFile(place: KeyFile, make: () => Buffer): Buffer {
  const file = join(place.folder, place.name);
  try {
    return readFileSync(file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw unusable(place, error);
  }
  return write(place, make(), (unfinished) => {
    try {
      linkSync(unfinished, file);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    } finally {
      rmSync(unfinished, { force: true });
    }
  });
}

/** Puts another content in its place, at once for everybody who reads it. */
export function replaceKeyFile(place: KeyFile, content: Buffer): void {
  write(place, content, (unfinished) => renameSync(unfinished, join(place.folder, place.name)));
}

/** A file is there complete or not at all. */
function write(place: KeyFile, content: Buffer, finish: (unfinished: string) => void): Buffer {
  const file = join(place.folder, place.name);
  try {
    mkdirSync(place.folder, { recursive: true, mode: 0o700 });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, content, { mode: 0o600, flush: true });
    finish(unfinished);
    return readFileSync(file);
  } catch (error) {
    throw unusable(place, error);
  }
}

function unusable({ folder, about }: KeyFile, cause: unknown): StartupError {
  return new StartupError(
    `${about.what} can’t be saved in the folder ${folder}. ` +
      `Set DATA_DIR to a folder that Muster can write to, or ${about.otherwise}.`,
    { cause },
  );
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
