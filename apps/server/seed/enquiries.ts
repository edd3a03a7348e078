import { type EnquiryState, needsReason, nextDue, officeYear } from '@muster/domain/enquiries/pipeline';
import type { HistoryDetail } from '@muster/domain/enquiries/schema';
import { enquiryWords } from '@muster/domain/enquiries/words';
import { phoneDigits } from '@muster/domain/values/words';
import { type Change, changeEnquiry, insertEnquiry } from '../src/modules/enquiries/store.ts';
import type { Database } from '../src/platform/db/connect.ts';
import type { Tx } from '../src/platform/db/executor.ts';
import { transaction } from '../src/platform/db/transaction.ts';
import { demoEnquiries, type DemoEnquiry } from './enquiry-list.ts';

const HOUR_MS = 3_600_000;

interface Demo {
  /** Who looked after them. */
  staff: { id: string; name: string };
  /** What became of the one that was provisioned. */
  account: string;
  now: Date;
}

/** Enquiries in every state, as if the last weeks had been busy ones. To be called once. */
export async function openDemoEnquiries({ db }: Pick<Database, 'db'>, demo: Demo): Promise<void> {
  await transaction(db, async (db) => {
    for (const enquiry of demoEnquiries) await tell(db, enquiry, demo);
  });
}

async function tell(db: Tx, { hoursAgo, story, ...enquiry }: DemoEnquiry, { staff, account, now }: Demo) {
  const arrived = new Date(now.getTime() - hoursAgo * HOUR_MS);
  const { id } = enquiry;
  await insertEnquiry(
    db,
    {
      ...enquiry,
      phone_digits: phoneDigits(enquiry.phone),
      state: 'new',
      due_at: nextDue('new', arrived),
      words: enquiryWords(enquiry),
    },
    { at: arrived, year: officeYear(arrived) },
  );
  let from: EnquiryState = 'new';
  for (const [index, { after, to, text, isMine }] of story.entries()) {
    const at = new Date(arrived.getTime() + after * HOUR_MS);
    const change: Change = isMine
      ? { set: { owner_id: staff.id }, kind: 'owner', detail: { owner: staff.name } }
      : to
        ? moved(from, to, { at, reason: text, account })
        : { set: {}, kind: 'note', detail: { text: text ?? '' } };
    await changeEnquiry(db, { id, version: index + 1 }, change, { staff: staff.id, at });
    from = to ?? from;
  }
}

function moved(
  from: EnquiryState,
  to: EnquiryState,
  { at, reason, account }: { at: Date; reason: string | undefined; account: string },
): Change {
  const due_at = nextDue(to, at);
  const detail: HistoryDetail = { from, to, ...(due_at ? { due_at: due_at.toISOString() } : {}) };
  if (to === 'provisioned')
    return {
      set: { state: to, due_at, account_id: account },
      kind: 'provisioned',
      detail: { ...detail, plan: 'crew', licences: 5, email: 'owner@example.com' },
    };
  return {
    set: {
      state: to,
      due_at,
      lost_reason: needsReason(to) ? (reason ?? '') : null,
      ...(to === 'contacted' ? { first_contacted_at: at } : {}),
    },
    kind: 'state',
    detail: reason === undefined ? detail : { ...detail, reason },
  };
}
