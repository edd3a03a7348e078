import type { Db } from '../../platform/db/executor.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    industries: { id: number; name: string; position: number };
  }
}

export async function listIndustries(db: Db) {
  return db.selectFrom('industries').select(['id', 'name']).orderBy('position').execute();
}
