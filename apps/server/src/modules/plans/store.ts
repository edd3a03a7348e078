import type { Db } from '../../platform/db/executor.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    plans: { code: string; name: string; licences: number; price_cents: number; position: number };
  }
}

export async function listPlans(db: Db) {
  return db
    .selectFrom('plans')
    .select(['code', 'name', 'licences', 'price_cents'])
    .orderBy('position')
    .execute();
}
