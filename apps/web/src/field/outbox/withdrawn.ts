import type { Entry } from './entry.ts';

/**
 * What leaves the outbox when an entry is taken back that waits: itself, the word that takes it back, and the picture that was drawn for
 * a signature. Nothing does where the server has the picture already: it hears of both then, and takes the picture out of sight.
 */
export function withdrawnWith(found: Entry, entries: readonly Entry[]): Entry[] {
  const file = pictureOf(found);
  const picture = entries.find(({ deed }) => deed.kind === 'file' && deed.file === file);
  if (file !== undefined && (picture === undefined || picture.state === 'sent')) return [];
  return entries.filter(
    ({ seq, deed, state }) =>
      seq === found.seq ||
      (deed.kind === 'retract' && deed.record === found.id) ||
      (seq === picture?.seq && state === 'waiting'),
  );
}

/** The file of the picture that was drawn for a signature. */
export function pictureOf({ deed }: Entry): string | undefined {
  return deed.kind === 'record' && deed.record.kind === 'signature' ? deed.record.content.file_id : undefined;
}
