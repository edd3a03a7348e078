import type {
  NewTextService,
  TextService,
  TextServiceEdit,
} from '@muster/domain/basics/text-services/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { owners } from '../../../platform/changes/from-request.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { PROCESSES, tellOf } from '../../../platform/live/event-log.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { keepSecret } from '../../../platform/secrets/secrets.ts';
import { offerLease } from '../../../platform/tasks/leases.ts';
import { findAddress, ForbiddenAddress } from '../../../platform/tasks/post.ts';
import { clearConnection, closeConnection, deleteEventsOf, openConnection } from '../deliveries/service.ts';
import { findService } from './store.ts';

export const textServices: TrackedTable<TextService> = {
  name: 'text_services',
  columns: [
    'kind',
    'address',
    'login',
    'system_type',
    'long_texts',
    'is_enabled',
    'stopped_because',
    'created_by',
    'created_at',
  ],
  readers: owners,
  writers: owners,
  label: ({ address }) => URL.parse(address)?.host ?? address,
};

/** What the processes are told when there is something to do on the lines of an account. */
export const LINE = 'text line';
/** Which process has the line of which business. */
export const TABLE = 'text_lines';

/** The process that has the line looks at once. */
export function nudgeLine(db: Tx, account: string): void {
  tellOf(db, PROCESSES, { event: LINE, id: account });
}

/** The service that texts leave through; undefined where there is none, or it is off. */
export async function textServiceOn(db: Tx): Promise<TextService | undefined> {
  const found = await findService(db);
  return found?.is_enabled ? found : undefined;
}

export { findService as textServiceOf } from './store.ts';

/** Where a service is, read from its address. Throws why it is none, or may not be spoken to. */
export async function targetOf(
  { kind, address }: Pick<TextService, 'kind' | 'address'>,
  networks: readonly string[],
): Promise<{ host: string; port: number; isSecure: boolean; address: string }> {
  const url = URL.parse(address);
  const [safe, open] = kind === 'smpp' ? ['smpps:', 'smpp:'] : ['https:', 'http:'];
  if (!url || url.hostname === '' || ![safe, open].includes(url.protocol))
    throw new ForbiddenAddress(`Enter an address like ${safe}//smsc.example.com:3550.`);
  if (url.username !== '' || url.password !== '')
    throw new ForbiddenAddress('The address can’t include a user name or password.');
  const isSecure = url.protocol === safe;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await findAddress(host, { networks });
  if (!isSecure && !found.isNamed)
    throw new ForbiddenAddress(
      `Use an address that starts with ${safe}//, so no one can read your texts on the way.`,
    );
  return { host, port: Number(url.port) || defaultPorts[url.protocol]!, isSecure, address: found.address };
}

const defaultPorts: Readonly<Record<string, number>> = {
  'smpps:': 3550,
  'smpp:': 2775,
  'https:': 443,
  'http:': 80,
};

type Settings = Pick<Deps['settings'], 'WEBHOOK_NETWORKS'>;

/** Told at once to whoever types it; checked again each time before it is spoken to. */
export async function checkService(
  service: Pick<TextService, 'kind' | 'address'>,
  { WEBHOOK_NETWORKS }: Settings,
): Promise<void> {
  try {
    await targetOf(service, WEBHOOK_NETWORKS);
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw new Failure('unprocessable', error.message);
    throw error;
  }
}

export async function addTextService(
  write: Writer,
  keys: Keyring,
  account: AccountId,
  { password, ...fields }: NewTextService & { address: string },
): Promise<TextService> {
  if (await findService(write.db))
    throw new Failure('unprocessable', 'A text service is connected already. Disconnect it first.');
  const [row] = await write.insert(textServices, [
    {
      system_type: '',
      long_texts: 'parts',
      is_enabled: true,
      stopped_because: '',
      ...fields,
      created_by: write.author.user!,
      created_at: write.at.toISOString(),
    },
  ]);
  await openConnection(write.db, row!.id, row!.kind);
  await keepSecret(write.db, keys, { account, connection: row!.id }, password);
  await offerLease(write.db, TABLE, row!.id, true);
  nudgeLine(write.db, account);
  return row!;
}

/** One that is turned on again, or signs in otherwise, goes on at once. */
export async function editTextService(
  write: Writer,
  keys: Keyring,
  account: AccountId,
  id: string,
  {
    version,
    password,
    ...fields
  }: Omit<TextServiceEdit, 'version'> & { version?: number; is_enabled?: boolean },
): Promise<TextService> {
  const [known] = await readRows(write.db, textServices, [id]);
  if (!known) throw new Failure('notFound');
  if (known.kind === 'twilio' && fields.address !== undefined && fields.address !== known.address)
    throw new Failure('unprocessable', 'Twilio’s address is the server’s to set.');
  if (password !== undefined) await keepSecret(write.db, keys, { account, connection: id }, password);
  const row = await write.update(
    textServices,
    id,
    { ...fields, ...(fields.is_enabled && { stopped_because: '' }) },
    version,
  );
  await clearConnection(write.db, id);
  await offerLease(write.db, TABLE, id, row.is_enabled);
  nudgeLine(write.db, account);
  return row;
}

/** Its secret goes with it. What waited for it is the caller's to settle first. */
export async function removeTextService(write: Writer, account: AccountId, id: string): Promise<null> {
  await write.remove(textServices, id);
  await closeConnection(write.db, id);
  nudgeLine(write.db, account);
  return null;
}

/** What services have told of these numbers, as the world writes them. */
export async function forgetEvents(db: Tx, numbers: readonly string[]): Promise<void> {
  const written = numbers.flatMap((number) => [
    number,
    number.replace('+', ''),
    number.replace(/^\+61/, '0'),
  ]);
  await deleteEventsOf(db, written);
}
