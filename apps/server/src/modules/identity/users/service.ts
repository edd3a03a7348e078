import type { MoneyChange, User } from '@muster/domain/identity/team/schema';
import { owners } from '../../../platform/changes/from-request.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { Touched, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { Person } from '../../../platform/sign-in/person.ts';
import { writePassword } from '../accounts/service.ts';
import { hasActiveOwner } from './store.ts';

/** Somebody has another role, or may sign in no more or again: what they had a right to may end. */
export const rightsChanged = createHook<[write: Writer, user: User], void>('rights of a user changed');

/** People who sign in, without anything that proves who they are: no hash ever enters the log. */
export const users: TrackedTable<User> = {
  name: 'users',
  columns: [
    'email',
    'first_name',
    'last_name',
    'role',
    'money',
    'created_at',
    'disabled_at',
    'signed_out_at',
  ],
  readers: owners,
  writers: owners,
  label: ({ first_name, last_name }) => `${first_name} ${last_name}`,
  // An address has to be somebody's alone, be it nobody's.
  erased: ({ id }) => ({ first_name: 'Erased', last_name: '', email: `${id}@erased.invalid` }),
  settle,
};

async function settle(write: Writer, touched: readonly Touched<User>[]): Promise<void> {
  await keepAnOwner(write, touched);
  for (const { before, after } of touched)
    if (before && after && (after.role !== before.role || after.disabled_at !== before.disabled_at))
      await rightsChanged.run(write, after);
}

/** Two who take each other's place away at once wait for each other in here, and the second is refused. */
async function keepAnOwner({ db }: Writer, touched: readonly Touched<User>[]): Promise<void> {
  const isOwner = (user: User | null) => user?.role === 'owner' && user.disabled_at === null;
  if (!touched.some(({ before, after }) => isOwner(before) && !isOwner(after))) return;
  if (!(await hasActiveOwner(db)))
    throw new Failure(
      'conflict',
      'Your business needs at least one owner. Make another person an owner first.',
    );
}

export async function readUser(db: Tx, id: string): Promise<User> {
  const [user] = await readRows(db, users, [id]);
  if (!user) throw new Failure('notFound');
  return user;
}

/** Somebody new; the password is written beside the log. */
export async function addUser(
  write: Writer,
  person: Person,
  fields: Pick<User, 'email' | 'first_name' | 'last_name' | 'role'>,
  password_hash: string,
): Promise<void> {
  await write.insert(users, [{ id: person.user, ...fields }]);
  await writePassword(write.db, person, { next: password_hash });
}

export async function changeRole(
  write: Writer,
  id: string,
  { version, role }: { version: number; role: User['role'] },
): Promise<User> {
  return write.update(users, id, { role }, version);
}

/** What a dispatcher may do about money from now on; the database ends their sessions, as with another role. */
export async function changeMoneyRight(
  write: Writer,
  id: string,
  { version, money }: MoneyChange,
): Promise<User> {
  return write.update(users, id, { money }, version);
}

/** From this moment they can neither sign in nor go on with a session: the database ends those. */
export async function setUserDisabled(write: Writer, id: string, isDisabled: boolean): Promise<User> {
  const { disabled_at } = await readUser(write.db, id);
  if (isDisabled === (disabled_at !== null)) return readUser(write.db, id);
  return write.update(users, id, { disabled_at: isDisabled ? write.at.toISOString() : null });
}

/** The database ends their sessions, on a lost phone too; they sign in again with the password they have. */
export async function signUserOut(write: Writer, id: string): Promise<User> {
  await readUser(write.db, id);
  return write.update(users, id, { signed_out_at: write.at.toISOString() });
}
