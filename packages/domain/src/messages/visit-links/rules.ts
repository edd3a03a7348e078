import { DAY_MS } from '../../values/minutes.ts';

/** How long a customer's page can be read after the visit is over. */
export const PAGE_KEPT_DAYS = 30;

/** When a page is gone whose visit was over then. */
export function pageEnds(over: number): number {
  return over + PAGE_KEPT_DAYS * DAY_MS;
}
