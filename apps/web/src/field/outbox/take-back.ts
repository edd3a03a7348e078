import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { answersOf } from '@muster/domain/field/field-records/rules';
import { fieldState } from '../state.ts';
import { doAt } from '../sync.ts';
import { type Deed, entriesOf, type Entry, isWaiting, removeEntries } from './store.ts';
import { oneAtATime, lockOf } from './send.ts';

/**
 * Takes back what was noted by mistake. It disappears at once, whatever the line does; and where it has not left the phone when its
 * turn comes, neither it nor the word that takes it back is sent.
 */
export async function takeBack(
  visit: Pick<OwnVisit, 'id' | 'number' | 'customer'>,
  record: string,
): Promise<void> {
  await doAt(visit, { kind: 'retract', record });
  void withdraw(({ id }) => id === record);
}

/** Takes a file back that has not left the phone; false where it has, or is about to. */
export function takeFileBack(file: string): Promise<boolean> {
  return withdraw(({ deed }) => deed.kind === 'file' && deed.file === file);
}

/** Removes an entry if it was not sent, and what belongs to it. It is not sent meanwhile; the others are. */
async function withdraw(isIt: (entry: Entry) => boolean): Promise<boolean> {
  const { session } = fieldState();
  const found = (session ? await entriesOf(session.user.id) : []).find(isIt);
  if (!found) return false;
  // The picture of a signature may be on its way at this moment: whether it has arrived is known when it has been answered.
  const picture = pictureOf(found);
  const drawn = (await entriesOf(found.user)).find(
    ({ deed }) => deed.kind === 'file' && deed.file === picture,
  );
  const remove = async () => {
    if (!(await isWaiting(found.seq))) return false;
    const gone = withdrawnWith(found, await entriesOf(found.user));
    await removeEntries(gone.map(({ seq }) => seq));
    return gone.length > 0;
  };
  return oneAtATime(lockOf(found), () => (drawn ? oneAtATime(lockOf(drawn), remove) : remove()));
}

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
function pictureOf({ deed }: Entry): string | undefined {
  return deed.kind === 'record' && deed.record.kind === 'signature' ? deed.record.content.file_id : undefined;
}

/** What takes back every answer that a file was: what asked for the photo is open again. */
export function withoutAnswer(
  { records }: Pick<OwnVisit, 'records'>,
  file: string,
  noted_at: string,
): Deed[] {
  return [...answersOf(records)]
    .filter(([, answer]) => answer === file)
    .map(([item]) => ({
      kind: 'record',
      record: { kind: 'check', content: { item, value: null }, noted_at },
    }));
}
