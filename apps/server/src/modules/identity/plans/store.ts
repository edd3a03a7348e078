import type { Db, TableOf } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    plans: TableOf<'plans'>;
  }
}

export async function listPlans(db: Db) {
  return db
    .selectFrom('plans')
    .select(['code', 'name', 'licences', 'price_cents', 'licence_cents'])
    .orderBy('position')
    .execute();
}
