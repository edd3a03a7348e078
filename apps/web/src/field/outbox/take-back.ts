import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { fieldState } from '../state.ts';
import { doAt } from '../sync.ts';
import type { Entry } from './entry.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { lockOf } from './send.ts';
import { entriesOf, isWaiting, removeEntries } from './store.ts';
import { pictureOf, withdrawnWith } from './withdrawn.ts';

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
