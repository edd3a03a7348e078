import { LabourRate, type LabourRateEdit } from '@muster/domain/money/labour-rates/schema';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { technicians } from '../../work/technicians/service.ts';
import { itemsOf } from '../items/service.ts';

export const labourRates: TrackedTable<LabourRate> = {
  name: 'labour_rates',
  columns: columnsIn('labour_rates', LabourRate),
  readers: moneyDrafters,
  writers: moneyKeepers,
  label: () => 'a technician',
  subjects: ({ id, item_id }) => [id, item_id],
  refusals: { labour_rates_pkey: 'Someone else has just set this. Look at it again.' },
};

/** By which item the time of a technician is charged; no item: as the business charges it. */
export async function rateOf(db: Tx, technician: string): Promise<LabourRate> {
  if ((await readRows(db, technicians, [technician])).length === 0) throw new Failure('notFound');
  const [known] = await readRows(db, labourRates, [technician]);
  return known ?? { id: technician, version: 0, item_id: null };
}

/** The items that the time of some technicians is charged by, of those who have one of their own. */
export async function ratesOf(db: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rates = await readRows(db, labourRates, [...new Set(ids)]);
  return new Map(
    rates.flatMap(({ id, item_id }): [string, string][] => (item_id === null ? [] : [[id, item_id]])),
  );
}

export async function setRate(
  write: Writer,
  technician: string,
  { version, item_id }: LabourRateEdit,
): Promise<LabourRate> {
  const known = await rateOf(write.db, technician);
  const [item] = item_id === null ? [] : await itemsOf(write.db, [item_id]);
  if (item_id !== null && item?.kind !== 'labour')
    throw new Failure('unprocessable', 'Choose an item of the kind “Labour per hour”.');
  if (known.version > 0 || version > 0) return write.update(labourRates, technician, { item_id }, version);
  const [row] = await write.insert(labourRates, [{ id: technician, item_id }]);
  return row!;
}
