import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { fieldState } from '../state.ts';
import { doAt } from '../sync.ts';
import type { Entry } from './entry.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { entriesOf, removeEntries } from './store.ts';

/**
 * Takes back what was noted by mistake. It disappears at once, whatever the line does; and where it has not left the phone when its
 * turn comes, neither it nor the word that takes it back is sent.
 */
export async function takeBack(
  visit: Pick<OwnVisit, 'id' | 'number' | 'customer'>,
  record: string,
): Promise<void> {
  await doAt(visit, { kind: 'retract', record });
  void withdraw(
    ({ id, deed }) => id === record || (deed.kind === 'retract' && deed.record === record),
    ({ id }) => id === record,
  );
}

/** Takes a file back that has not left the phone; false where it has. */
export function takeFileBack(file: string): Promise<boolean> {
  const isIt = ({ deed }: Entry) => deed.kind === 'file' && deed.file === file;
  return withdraw(isIt, isIt);
}

/** Removes entries if the one that they are about was not sent. Nobody sends meanwhile. */
function withdraw(belongs: (entry: Entry) => boolean, isIt: (entry: Entry) => boolean): Promise<boolean> {
  const { session } = fieldState();
  return oneAtATime('muster-outbox deeds', () =>
    oneAtATime('muster-outbox long files', async () => {
      const entries = session ? await entriesOf(session.user.id) : [];
      if (!entries.some((entry) => isIt(entry) && entry.state !== 'sent')) return false;
      await removeEntries(entries.filter(belongs).map(({ seq }) => seq));
      return true;
    }),
  );
}
