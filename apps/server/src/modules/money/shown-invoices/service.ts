import { paperName } from '@muster/domain/money/invoice-papers/words';
import type { ShownInvoice, ShownInvoices } from '@muster/domain/money/shown-invoices/schema';
import { isPermitted, type Rights } from '@muster/domain/values/role';
import { moneyDrafters } from '../../../platform/changes/from-request.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { qrCode } from '../../../platform/qr-code.ts';
import { addressOfLink } from '../../../platform/site/public-address.ts';
import { ownVisitIds } from '../../field/my-visits/service.ts';
import { mailedPaperLink } from '../paper-links/service.ts';
import { printedInvoice } from '../invoice-papers/service.ts';
import { moneySettingsOf } from '../money-settings/service.ts';
import { listForVisit } from './store.ts';

type Platform = Pick<Deps, 'settings' | 'database'>;

/** What somebody may show to a customer at one of their own visits: no price, but one total, and that only where the owner lets them. */
export async function shownInvoices(
  db: Tx,
  platform: Platform,
  { user, rights, visit, now }: { user: string; rights: Rights; visit: string; now: number },
): Promise<ShownInvoices> {
  if (!(await ownVisitIds(db, user, now)).includes(visit)) throw new Failure('notFound');
  const { technicians_show_invoices } = await moneySettingsOf(db);
  if (!technicians_show_invoices && !isPermitted(moneyDrafters, rights)) return { may_show: false, rows: [] };
  const rows: ShownInvoice[] = [];
  for (const id of await listForVisit(db, visit)) {
    const shown = await shownInvoice(db, platform, id);
    if (shown) rows.push(shown);
  }
  return { may_show: true, rows };
}

/** Nothing of one that was taken back as a whole. */
async function shownInvoice(db: Tx, platform: Platform, id: string): Promise<ShownInvoice | undefined> {
  const invoice = await printedInvoice(db, id);
  const { gst, total, credited, outstanding, due_on, takes_card = false } = invoice;
  if (total > 0 && credited === total) return undefined;
  const address = addressOfLink(platform, await mailedPaperLink(db, platform.database.keys, 'invoice', id));
  return {
    id,
    name: paperName(invoice),
    total,
    has_gst: gst > 0,
    outstanding,
    due_on,
    takes_card,
    address,
    code: qrCode(address),
  };
}
