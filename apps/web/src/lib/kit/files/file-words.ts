import { madeAt } from '@muster/domain/field/files/rules';
import { fileSize, moment } from '../../format/format.ts';
import type { NamedFile } from '../../files/files.ts';

type Told = Pick<NamedFile, 'kind' | 'state' | 'refusal' | 'bytes' | 'author' | 'taken_at' | 'created_at'>;

/** "1.2 MB · Priya Nair · Mon 16 Nov, 9:05 am". */
export function aboutFile(file: Told): string {
  const { state, bytes, author } = file;
  return [
    state === 'waiting' ? 'being checked' : fileSize(bytes),
    author || 'A program',
    moment(madeAt(file)),
  ].join(' · ');
}
