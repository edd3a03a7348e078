import { madeAt } from '@muster/domain/field/files/rules';
import { lengthWords } from '@muster/domain/field/films/rules';
import { fileSize, moment } from '../../format/format.ts';
import type { NamedFile } from '../../files/files.ts';

type Told = Pick<NamedFile, 'kind' | 'state' | 'bytes' | 'author' | 'taken_at' | 'created_at' | 'film'>;

/** "1.2 MB · Priya Nair · Mon 16 Nov, 9:05 am". */
export function aboutFile(file: Told): string {
  const { state, bytes, author, film } = file;
  return [
    ...(film?.milliseconds ? [lengthWords(film.milliseconds / 1_000)] : []),
    state === 'waiting'
      ? 'being checked'
      : film?.state === 'waiting'
        ? `converting, ${film.progress} %`
        : fileSize(bytes),
    author || 'A program',
    moment(madeAt(file)),
  ].join(' · ');
}
