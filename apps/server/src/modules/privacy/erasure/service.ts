import type { AccountId } from '@muster/domain/values/ids';
import { randomUUIDv7 } from 'node:crypto';
import { forgetOwnAnswers } from '../../../platform/changes/log.ts';
import { setArchived } from '../../../platform/changes/record.ts';
import type { AnyTable, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import { forgetToldByImports } from '../../work/imports/service.ts';
import { customers } from '../../work/customers/service.ts';
import { forgetContents } from '../../field/files/service.ts';
import { closeFilmLinks } from '../../field/film-links/service.ts';
import { deleteLinksOf } from '../../identity/links/service.ts';
import { forgetRefusedUndos } from '../../basics/changes/service.ts';
import { revokePaperLinks } from '../../money/paper-links/service.ts';
import { revokeVisitLinks } from '../../messages/visit-links/service.ts';
import { forgetMailsToCustomer } from '../../basics/mails/service.ts';
import { forgetTexts } from '../../basics/texts/service.ts';
import { forgetCalls } from '../../calls/calls/service.ts';
import { forgetProposals } from '../../planning/proposals/service.ts';
import { forgetRoads } from '../../dispatch/roads/service.ts';
import { forgetLookups } from '../../work/sites/service.ts';
import { forgetContactQuestions } from '../../money/accounting/service.ts';
import { leaveOutWorkOf } from '../../money/billable-work/service.ts';
import { billNobodyElseTo } from '../../money/customer-terms/service.ts';
import { removeDraftsOf } from '../../money/invoices/service.ts';
import { removeQuoteDraftsOf } from '../../money/quotes/service.ts';
import { inEveryScenario } from '../../planning/scenarios/service.ts';
import { revokeOpenInvitations } from '../../identity/team/service.ts';
import { forgetDocuments } from '../../field/reports/service.ts';
import { forgetUploadsAbout } from '../../field/uploads/service.ts';
import { absences, archiveTechnician } from '../../work/technicians/service.ts';
import { readUser, setUserDisabled } from '../../identity/users/service.ts';
import {
  type Belonging,
  belongingsOfContact,
  belongingsOfCustomer,
  belongingsOfTechnician,
  insertErasure,
  listMerged,
  listPhones,
} from './store.ts';

type Tables = ReadonlyMap<string, AnyTable>;

/** Names, contacts, notes and files go, from the rows and from the log; dates and counts stay. There is no way back. */
export async function eraseCustomer(
  write: Writer,
  tables: Tables,
  account: AccountId,
  id: string,
): Promise<null> {
  // Whoever was merged into them is the same person, and has a row of their own.
  const merged = await listMerged(write.db, id);
  const belongings = await belongingsOfCustomer(write.db, id, write.at);
  for (const one of merged) belongings.push(...(await belongingsOfCustomer(write.db, one, write.at)));
  const phones = await listPhones(write.db, belongings);
  if (isThere(belongings, id)) await setArchived(write, customers, id, true);
  await revokeVisitLinks(
    write,
    belongings.filter(({ table }) => table === 'visits').map(({ id }) => id),
  );
  await revokePaperLinks(write.db, [id, ...merged]);
  await eraseAll(write, tables, account, belongings);
  await billNobodyElseTo(write, [id, ...merged]);
  await removeDraftsOf(write, [id, ...merged]);
  await removeQuoteDraftsOf(write, [id, ...merged]);
  await forgetContactQuestions(write.db, [id, ...merged]);
  // What the drafts charged for is free once they have settled, and there is nobody left to invoice it to.
  await write.settle();
  await leaveOutWorkOf(write, [id, ...merged], 'Erased');
  await forgetUploadsAbout(
    write.db,
    account,
    belongings.map(({ id }) => id),
  );
  const files = belongings.filter(({ table }) => table === 'files');
  await closeFilmLinks(
    write.db,
    files.map(({ id }) => id),
  );
  await forgetContents(
    write.db,
    account,
    files.map(({ id }) => id),
  );
  for (const one of [id, ...merged]) await forgetMailsToCustomer(write.db, one);
  await forgetTexts(write.db, { customers: [id, ...merged], contacts: [], phones }, write.at);
  await forgetCalls(write.db, { customers: [id, ...merged], phones }, write.at);
  return null;
}

export async function eraseContact(
  write: Writer,
  tables: Tables,
  account: AccountId,
  id: string,
): Promise<null> {
  const belongings = await belongingsOfContact(write.db, id);
  const phones = await listPhones(write.db, belongings);
  await eraseAll(write, tables, account, belongings);
  await forgetTexts(write.db, { customers: [], contacts: [id], phones }, write.at);
  await forgetCalls(write.db, { customers: [], phones }, write.at);
  return null;
}

/** Who signs in as the technician is erased with them, and can sign in no more. */
export async function eraseTechnician(
  write: Writer,
  tables: Tables,
  account: AccountId,
  id: string,
): Promise<null> {
  const belongings = await belongingsOfTechnician(write.db, id);
  if (isThere(belongings, id)) await archiveTechnician(write, id);
  const idsIn = (name: string) => belongings.filter(({ table }) => table === name).map(({ id }) => id);
  const [users, invitations] = [idsIn('users'), idsIn('team_invitations')];
  for (const user of users) {
    if ((await readUser(write.db, user)).role === 'owner')
      throw new Failure(
        'unprocessable',
        'This technician is an owner. Change their role first, then erase their data.',
      );
    await setUserDisabled(write, user, true);
  }
  await revokeOpenInvitations(write, invitations);
  await deleteLinksOf(write.db, { users, invitations });
  await inEveryScenario(write.db, async (db) => {
    const tried = (await belongingsOfTechnician(db, id)).filter(({ table }) => table === 'absences');
    await write.erase(
      absences,
      tried.filter(({ gone }) => gone === null).map(({ id }) => id),
      new Set([id]),
    );
  });
  return eraseAll(write, tables, account, belongings);
}

/** The task that looks for those who were erased in the answers that only name them. */
export const ERASURE = 'long erasure';

export interface ErasureTask {
  readonly account: AccountId;
  readonly id: string;
}

/** Each table knows which of its fields tell of somebody; those that do not say so have none. */
async function eraseAll(
  write: Writer,
  tables: Tables,
  account: AccountId,
  belongings: readonly Belonging[],
): Promise<null> {
  if (belongings.length === 0) throw new Failure('notFound');
  await forgetProposals(write.db);
  await forgetRoads(write.db);
  // Documents tell of people, too, and are made again without them.
  await forgetDocuments(write.db, write.at);
  await inEveryScenario(write.db, forgetProposals);
  await forgetToldByImports(write.db);
  await forgetRefusedUndos(write.db);
  const ids = belongings.map(({ id }) => id);
  const erased = new Set(ids);
  await forgetOwnAnswers(write.db, ids);
  for (const [name, own] of Map.groupBy(belongings, ({ table }) => table)) {
    const table = tables.get(name) as TrackedTable | undefined;
    if (!table?.erased) continue;
    await write.eraseGone(
      table,
      own.map(({ gone }) => gone).filter((row) => row !== null),
      erased,
    );
    await write.erase(
      table,
      own.filter(({ gone }) => gone === null).map(({ id }) => id),
      erased,
    );
  }
  // Behind the rows: an answer that comes meanwhile sees that its site is gone.
  await forgetLookups(write.db);
  const erasure = randomUUIDv7();
  await insertErasure(write.db, { id: erasure, erased: ids, at: write.at });
  await enqueue(write.db, ERASURE, { account, id: erasure } satisfies ErasureTask);
  return null;
}

function isThere(belongings: readonly Belonging[], id: string): boolean {
  return belongings.some((belonging) => belonging.id === id && belonging.gone === null);
}
