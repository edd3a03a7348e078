/**
 * How many rows of each kind the plans have room for: several times what a busy business of that size keeps in ten years. They are
 * there so that nobody fills the disk that everybody shares, and not to be noticed by anybody who works.
 */
const quotas = {
  solo: {
    customers: 20_000,
    contacts: 40_000,
    sites: 40_000,
    jobs: 50_000,
    visits: 100_000,
    technicians: 2_000,
    items: 50_000,
    invoices: 100_000,
    payments: 200_000,
    quotes: 100_000,
  },
  crew: {
    customers: 50_000,
    contacts: 100_000,
    sites: 100_000,
    jobs: 200_000,
    visits: 400_000,
    technicians: 5_000,
    items: 100_000,
    invoices: 400_000,
    payments: 800_000,
    quotes: 400_000,
  },
  fleet: {
    customers: 200_000,
    contacts: 400_000,
    sites: 400_000,
    jobs: 1_000_000,
    visits: 2_000_000,
    technicians: 20_000,
    items: 200_000,
    invoices: 2_000_000,
    payments: 4_000_000,
    quotes: 2_000_000,
  },
} satisfies Record<string, Readonly<Record<QuotaKind, number>>>;

/** What is counted, by its table. */
export const quotaKinds = [
  'customers',
  'contacts',
  'sites',
  'jobs',
  'visits',
  'technicians',
  'items',
  'invoices',
  'payments',
  'quotes',
] as const;
export type QuotaKind = (typeof quotaKinds)[number];

/** What decides how much room an account has. */
export interface Room {
  readonly plan_code: string;
  /** Those that the account has, and those that come with its plan. */
  readonly licences: number;
  readonly included: number;
}

/** Who has more licences than their plan has room for as much more. A plan that is not listed has as much as the largest. */
export function quotaOf(kind: QuotaKind, { plan_code, licences, included }: Room): number {
  const ofPlan = plan_code in quotas ? quotas[plan_code as keyof typeof quotas] : quotas.fleet;
  return Math.round(ofPlan[kind] * Math.max(1, licences / Math.max(1, included)));
}

/** From this share on people are told. */
const TOLD_FROM = 0.8;

/** Whether somebody who adds more should know how little room is left. */
export function isNearQuota(used: number, most: number): boolean {
  return used >= most * TOLD_FROM;
}

const count = (number: number) => number.toLocaleString('en-AU');
const WAY = 'Choose a larger plan under Licences, or contact us.';

/** What people read before it bites; nothing, where there is room. */
export function quotaNotice(kind: QuotaKind, used: number, most: number): string | undefined {
  if (!isNearQuota(used, most)) return undefined;
  return used >= most
    ? `You have all ${count(most)} ${kind} your plan has room for. To add more: ${lowerFirst(WAY)}`
    : `You have ${count(used)} of the ${count(most)} ${kind} your plan has room for. ${WAY}`;
}

/** What whoever would pass it is told. */
export function quotaRefusal(kind: QuotaKind, most: number): string {
  return `Your plan has room for ${count(most)} ${kind}, and this would be more. ${WAY}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
