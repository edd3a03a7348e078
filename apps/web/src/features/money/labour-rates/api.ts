import type { LabourRate, LabourRateEdit } from '@muster/domain/money/labour-rates/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at } from '../../../lib/api/command.ts';

const path = '/services/scheduling/api/v1/technicians/{id}/labour-rate';

/** By which item of the price list the time of a technician is charged. */
export function labourRateQuery(technician: string) {
  return {
    queryKey: ['labour rate', technician],
    queryFn: () => load(technician),
    meta: { tables: ['labour_rates'] },
  };
}

async function load(id: string): Promise<LabourRate> {
  return (await answer(api.GET(path, { params: { path: { id } } }))).row;
}

export function setLabourRate(technician: string, body: LabourRateEdit, key: string) {
  return answer(api.PUT(path, { params: at(technician, key), body }));
}
