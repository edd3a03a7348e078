import { minuteOf, momentText } from '@muster/domain/assignments/rules';
import type { BoardTables } from '@muster/domain/board/schema';
import { jobNumber } from '@muster/domain/jobs/rules';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { createAttempts } from '../../../lib/attempt.ts';
import type { Slot } from '../../../lib/slots.ts';
import { type Outcome, useUndo } from '../../../lib/undo.ts';
import { addCustomer, addJob, addSite, type JobType, loadSites, scheduleVisit, type Site } from '../api.ts';
import { jobBody, type Values } from '../model/draft.ts';
import { type Place, placeFor, placeInWords } from '../model/place.ts';

export interface Order {
  values: Values;
  type: JobType | undefined;
  description: string;
  /** One that there is, or the name of a new one. */
  customer: { id: string; name: string } | { id: undefined; name: string };
  /** One that there is, or the suburb of a new one. */
  site: Site | { suburb_id: number };
  /** Where somebody has chosen to put it. */
  slot: Slot | undefined;
}

/**
 * Adds what was read: the customer and the site where they are new, the job with its visit, and its place on the board. Each step
 * that is sent again because the answer was lost, or because the next was refused, is done once.
 */
export function useAdd(board: Board, tables: BoardTables, onAdded: () => void) {
  const { tell } = useUndo();
  const [attempts] = useState(() => ({
    customer: createAttempts(),
    site: createAttempts(),
    job: createAttempts(),
  }));

  async function add({ values, type, description, customer, site: given, slot }: Order) {
    const done: Outcome[] = [];
    try {
      const id = customer.id ?? (await newCustomer(customer.name, given, done));
      const site = 'id' in given ? given : await siteOf(id, customer.id === undefined, given, done);
      const body = jobBody(values, { customer: id, site: site.id, description }, type?.skills ?? []);
      const wanted = { job: body, customer: customer.name, site, type, technician: values.technician };
      const place: Place = slot
        ? { kind: 'planned', technician: slot.technicians[0]!, start: minuteOf(slot.starts_at) }
        : placeFor(board, tables, wanted);
      const { row, ...added } = await addJob(body, attempts.job.keyFor(body));
      done.push(added);
      const name = jobNumber(row.number);
      if (place.kind === 'waits') return tell(`${name} is added. ${place.why}`, done);
      const { id: visit, version } = row.visits[0]!;
      const booking = {
        version,
        technicians: slot?.technicians ?? [place.technician],
        starts_at: momentText(place.start),
      };
      const refused = await plan(visit, booking, done);
      return tell(
        refused === undefined
          ? `${name} is added. ${placeInWords(board, place)}`
          : `${name} is added, but waits in the tray. ${refused}`,
        done,
      );
    } catch (error) {
      if (done.length === 0 || !(error instanceof ApiError)) throw error;
      throw new Error(`${error.message} The customer is saved already, the job is not.`, { cause: error });
    }
  }

  async function newCustomer(name: string, site: Order['site'], done: Outcome[]): Promise<string> {
    const body = { name: name.trim(), sites: 'id' in site ? [] : [site] };
    const { row, ...added } = await addCustomer(body, attempts.customer.keyFor(body));
    done.push(added);
    return row.id;
  }

  async function siteOf(customer: string, isNew: boolean, given: { suburb_id: number }, done: Outcome[]) {
    if (isNew) return (await loadSites(customer))[0]!;
    const { row, ...added } = await addSite(customer, given, attempts.site.keyFor({ customer, given }));
    done.push(added);
    return (await loadSites(customer)).find((one) => one.id === row.id)!;
  }

  const { mutate, isPending, error } = useMutation({ mutationFn: add, onSuccess: onAdded });
  return { add: mutate, isAdding: isPending, error };
}

/** Why it could not be planned; the job is there all the same. */
async function plan(
  visit: string,
  booking: Parameters<typeof scheduleVisit>[1],
  done: Outcome[],
): Promise<string | undefined> {
  try {
    done.push(await scheduleVisit(visit, booking, createAttempts().keyFor(booking)));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
}
