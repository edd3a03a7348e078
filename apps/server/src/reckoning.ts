import { constants, setPriority } from 'node:os';
import { isMainThread, workerData } from 'node:worker_threads';
import { slotsOn } from './modules/dispatch/slots/thread.ts';
import { bookingsOn, standingOn } from './modules/dispatch/board/thread.ts';
import { billingPaper } from './modules/identity/billing/thread.ts';
import { invoicePaper } from './modules/money/invoice-papers/thread.ts';
import { quotePaper } from './modules/money/quote-papers/thread.ts';
import { receiptPaper } from './modules/money/payments/thread.ts';
import { statementPaper } from './modules/money/statements/thread.ts';
import { comparisonOf } from './modules/planning/comparisons/thread.ts';
import { getReadyToPlan, nextOn, nothingOn, plan } from './modules/planning/plan-runs/thread.ts';
import { awayOn, figuresOn, judgementOn } from './modules/planning/proposals/thread.ts';
import { reasonsOn } from './modules/planning/reasons/thread.ts';
import { remedyOn } from './modules/planning/remedies/thread.ts';
import { takeOverOn } from './modules/planning/take-overs/thread.ts';
import type { Reckonings } from './platform/threads.ts';

/** All that is reckoned from rows. A thread of the server loads this file, and neither the database nor HTTP with it. */
export const reckonings: Reckonings = {
  awayOn,
  billingPaper,
  bookingsOn,
  comparisonOf,
  figuresOn,
  invoicePaper,
  judgementOn,
  nextOn,
  nothingOn,
  quotePaper,
  reasonsOn,
  receiptPaper,
  remedyOn,
  slotsOn,
  standingOn,
  statementPaper,
  takeOverOn,
};

/** What a thread is asked for by name. */
export function reckon({ name, input }: { name: keyof Reckonings; input: never }): unknown {
  return reckonings[name](input);
}

export { plan };

if (!isMainThread && workerData === 'plan') {
  // On Linux this is the priority of the thread, not of its process: whoever waits for an answer of the server goes first.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  getReadyToPlan();
}
