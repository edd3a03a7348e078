import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/executor.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Platform } from '../../platform/deps.ts';
import { Failure } from '../../platform/errors.ts';
import { publish } from '../../platform/live.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { type Limit, perNetwork } from '../../platform/rate-limit.ts';
import { closeSession, openSession, type Session, SESSION_ENDED } from '../../platform/session.ts';
import { findSignIn, readAccount, readStaff, readUser } from './store.ts';

const WINDOW_SECONDS = 15 * 60;
const failuresPerAddress: Limit = { name: 'sign-in of', max: 10, perSeconds: WINDOW_SECONDS };
const failuresPerNetwork: Limit = { name: 'sign-in from', max: 50, perSeconds: WINDOW_SECONDS };

interface Attempt {
  email: string;
  password: string;
  network: string;
  userAgent: string;
}

/**
 * Opens a session and returns its token. A wrong password, an unknown address and a disabled user take the same work and get the
 * same answer. Each attempt is counted before it is made and given back when it succeeds, so that many at once count too.
 */
export async function signIn(platform: Platform, attempt: Attempt): Promise<string> {
  const { database, limiter, now, settings } = platform;
  const email = attempt.email.trim().toLowerCase();
  const address = createHash('sha256').update(email).digest('base64url');
  const fromNetwork = perNetwork(failuresPerNetwork, settings);
  await limiter.take(fromNetwork, attempt.network);
  await limiter.take(failuresPerAddress, address);
  const giveBack = async () => {
    await limiter.giveBack(failuresPerAddress, address);
    await limiter.giveBack(fromNetwork, attempt.network);
  };
  const found = await findSignIn(database.db, email);
  const isRight = await verifyPassword(attempt.password, found?.password_hash).catch(
    async (error: unknown) => {
      // Too busy to look: that is not the caller's failure.
      await giveBack();
      throw error;
    },
  );
  if (!found || !isRight || found.disabled_at !== null) {
    throw new Failure('unauthenticated', 'The email or the password is wrong. Check both and try again.');
  }
  await giveBack();
  return database.db.transaction().execute((db) =>
    openSession(db, {
      account: found.account_id,
      user: found.user_id,
      userAgent: attempt.userAgent,
      now: new Date(now()),
    }),
  );
}

/** Ends the session everywhere: streams that it opened close too. */
export async function signOut(db: Db, session: Session): Promise<void> {
  await db.transaction().execute(async (db) => {
    await closeSession(db, session);
    if (session.account)
      await publish(db, { account: session.account, topic: SESSION_ENDED, id: session.id });
  });
}

/** Who is signed in, and where. */
export async function describeSession(db: Db, { account, user }: Session) {
  if (account === null)
    return { user: { ...(await readStaff(db, user)), role: 'staff' as const }, account: null };
  return withAccount(db, account, async (db) => {
    const { id, name } = await readAccount(db);
    return { user: await readUser(db, user), account: { id, name } };
  });
}
