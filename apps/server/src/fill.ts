import { parseArgs } from 'node:util';
import { MOST_VISITS_A_DAY } from '@muster/domain/work/samples/full-business';
import { type Fill, fillAccount } from '../seed/fill.ts';
import { type Command, obey } from './operator.ts';
import { refreshStatistics } from './platform/db/statistics.ts';
import { isPrivate } from './platform/http/edge/client-network.ts';

/** `npm run fill`: adds a large business to a trial server, to try things and to measure at size. */
const USAGE = `
  npm run fill -- --technicians 200 --visits 8   add a business with full days, every visit at its own site

  --technicians N     technicians, 1 to 1000 (200)
  --visits N          visits per technician and working day, 1 to ${MOST_VISITS_A_DAY} (8)
  --weeks-before N    weeks of past work, 0 to 8 (1)
  --weeks-ahead N     weeks of planned work, 0 to 8 (2)
  --invoices N        invoices of the past year, with payments and credits, 0 to 100000 (5000)
`;

/** What may be given, with its least, its most and what it is otherwise. */
const options = {
  technicians: [1, 1000, 200],
  visits: [1, MOST_VISITS_A_DAY, 8],
  'weeks-before': [0, 8, 1],
  'weeks-ahead': [0, 8, 2],
  invoices: [0, 100_000, 5_000],
} as const;

await obey(commandOf(process.argv.slice(2)), USAGE);

function commandOf(args: string[]): Command | undefined {
  const fill = readFill(args);
  if (fill === undefined) return undefined;
  return async (database, settings, ownerUrl) => {
    if (settings.DATABASE_URL !== undefined || !isPrivate(settings))
      return {
        done: false,
        said: 'Only a trial server can be filled: one with the built-in database that only this machine can reach.',
      };
    const begun = performance.now();
    const { name, email, password, visits } = await fillAccount(database, fill, new Date());
    await refreshStatistics(ownerUrl);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    return {
      done: true,
      said: `${name}: ${fill.technicians} technicians, ${visits} visits, ${fill.invoices} invoices (${seconds} s).\nSign in as ${email}, password ${password}`,
    };
  };
}

function readFill(args: string[]): Fill | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        technicians: { type: 'string' },
        visits: { type: 'string' },
        'weeks-before': { type: 'string' },
        'weeks-ahead': { type: 'string' },
        invoices: { type: 'string' },
      },
    });
    const [technicians, visits, weeksBefore, weeksAhead, invoices] = Object.entries(options).map(
      ([name, [least, most, usual]]) => {
        const given = values[name as keyof typeof options];
        const number = given === undefined ? usual : Number(given);
        if (!Number.isInteger(number) || number < least || number > most) throw new RangeError(name);
        return number;
      },
    ) as [number, number, number, number, number];
    return { technicians, visits, weeksBefore, weeksAhead, invoices };
  } catch (error) {
    // An option that there is none of, or a number out of its range: the usage says what is meant.
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}
