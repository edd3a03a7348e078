import type { AccountId } from '@muster/domain/values/ids';
import { forgetAnswers } from '../../platform/changes/log.ts';
import type { AnyTable, TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import { Failure } from '../../platform/http/errors.ts';
import { setCustomerArchived } from '../customers/service.ts';
import { forgetContents } from '../files/service.ts';
import { deleteLinksOf } from '../links/service.ts';
import { forgetMailsToCustomer } from '../messages/service.ts';
import { forgetProposals } from '../proposals/service.ts';
import { forgetRoads } from '../roads/service.ts';
import { inEveryScenario } from '../scenarios/service.ts';
import { revokeOpenInvitations } from '../team/service.ts';
import { forgetUploadsAbout } from '../uploads/service.ts';
import { absences, archiveTechnician } from '../technicians/service.ts';
import { readUser, setUserDisabled } from '../users/service.ts';
import {
  type Belonging,
  belongingsOfContact,
  belongingsOfCustomer,
  belongingsOfTechnician,
} from './store.ts';

type Tables = ReadonlyMap<string, AnyTable>;

/** Names, contacts, notes and files go, from the rows and from the log; dates and counts stay. There is no way back. */
export async function eraseCustomer(
  write: Writer,
  tables: Tables,
  account: AccountId,
  id: string,
): Promise<null> {
  const belongings = await belongingsOfCustomer(write.db, id);
  if (isThere(belongings, id)) await setCustomerArchived(write, id, true);
  await eraseAll(write, tables, belongings);
  await forgetUploadsAbout(
    write.db,
    account,
    belongings.map(({ id }) => id),
  );
  const files = belongings.filter(({ table }) => table === 'files');
  await forgetContents(
    write.db,
    account,
    files.map(({ id }) => id),
  );
  await forgetMailsToCustomer(write.db, id);
  return null;
}

export async function eraseContact(write: Writer, tables: Tables, id: string): Promise<null> {
  return eraseAll(write, tables, await belongingsOfContact(write.db, id));
}

/** Who signs in as the technician is erased with them, and can sign in no more. */
export async function eraseTechnician(write: Writer, tables: Tables, id: string): Promise<null> {
  const belongings = await belongingsOfTechnician(write.db, id);
  if (isThere(belongings, id)) await archiveTechnician(write, id);
  const idsIn = (name: string) => belongings.filter(({ table }) => table === name).map(({ id }) => id);
  const [users, invitations] = [idsIn('users'), idsIn('team_invitations')];
  for (const user of users) {
    if ((await readUser(write.db, user)).role === 'owner')
      throw new Failure(
        'unprocessable',
        'This technician signs in as an owner. Give them another role first.',
      );
    await setUserDisabled(write, user, true);
  }
  await revokeOpenInvitations(write, invitations);
  await deleteLinksOf(write.db, { users, invitations });
  await inEveryScenario(write.db, async (db) => {
    const tried = (await belongingsOfTechnician(db, id)).filter(({ table }) => table === 'absences');
    for (const { id, gone } of tried) if (gone === null) await write.erase(absences, id);
  });
  return eraseAll(write, tables, belongings);
}

/** Each table knows which of its fields tell of somebody; those that do not say so have none. */
async function eraseAll(write: Writer, tables: Tables, belongings: readonly Belonging[]): Promise<null> {
  if (belongings.length === 0) throw new Failure('notFound');
  await forgetProposals(write.db);
  await forgetRoads(write.db);
  await inEveryScenario(write.db, forgetProposals);
  await forgetAnswers(
    write.db,
    belongings.map(({ id }) => id),
  );
  for (const { table: name, id, gone } of belongings) {
    const table = tables.get(name) as TrackedTable | undefined;
    if (!table?.erased) continue;
    if (gone) await write.eraseGone(table, gone);
    else await write.erase(table, id);
  }
  return null;
}

function isThere(belongings: readonly Belonging[], id: string): boolean {
  return belongings.some((belonging) => belonging.id === id && belonging.gone === null);
}
