import { phoneDigits } from '../values/words.ts';

/** A customer as a row of a table tells of them. */
export interface TabledCustomer {
  readonly name: string;
  readonly abn?: string | null;
  readonly phone?: string;
  readonly email?: string;
  readonly sites?: readonly { readonly address?: string; readonly suburb_id?: number | null }[];
}

interface Row<T extends TabledCustomer> {
  /** As a spreadsheet counts. */
  readonly row: number;
  readonly fields: T;
}

/** Rows that say the same of a customer are about one: each brings a site. */
export function customerKey({ name, abn = null, phone = '', email = '' }: TabledCustomer): string {
  return JSON.stringify([name.toLowerCase(), abn, phone, email]);
}

/**
 * Rows that look like another one above them, by the rule that is kept while typing: same phone, same mail, or same name and suburb.
 * One more site of a customer is none, unless that site was there, too.
 */
export function alikeWithin<T extends TabledCustomer>(
  rows: readonly Row<T>[],
): { row: number; text: string }[] {
  const marked = new Map<string, { row: number; key: string }>();
  const whole = new Map<string, number>();
  return rows.flatMap(({ row, fields }) => {
    const key = customerKey(fields);
    const all = JSON.stringify([key, fields.sites]);
    const same = whole.get(all);
    if (same !== undefined) return [{ row, text: `${fields.name} is the same as row ${same}.` }];
    whole.set(all, row);
    const marks = marksOf(fields);
    const like = marks.find(({ mark }) => marked.has(mark) && marked.get(mark)!.key !== key);
    for (const { mark } of marks) if (!marked.has(mark)) marked.set(mark, { row, key });
    if (!like) return [];
    return [
      { row, text: `${fields.name} looks like row ${marked.get(like.mark)!.row}: same ${like.reason}.` },
    ];
  });
}

function marksOf({ name, phone = '', email = '', sites = [] }: TabledCustomer) {
  const digits = phoneDigits(phone);
  return [
    ...(digits === '' ? [] : [{ mark: `phone ${digits}`, reason: 'phone' }]),
    ...(email === '' ? [] : [{ mark: `email ${email}`, reason: 'email' }]),
    ...sites.map(({ suburb_id }) => ({
      mark: `name ${suburb_id} ${name.toLowerCase()}`,
      reason: 'name and suburb',
    })),
  ];
}
