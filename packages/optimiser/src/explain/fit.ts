import type { Route } from '@muster/domain/scheduling/problem';

/** How a visit fits into one technician's days: the routes with it, when it starts and what it adds to their cost. */
export type Fit = {
  readonly technician: string;
  readonly routes: readonly Route[];
  readonly start: number;
  readonly cost: number;
};
