import { statusOf } from '@muster/domain/messages/connections/rules';
import type { Connection, OperatorService } from '@muster/domain/messages/connections/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { latestOf, statesOf } from '../../basics/deliveries/service.ts';
import { pushHostsOf } from '../phone-alerts/service.ts';
import { TEST_KEY, webhooksOf } from '../webhooks/service.ts';

/** What is connected for a business, and how it is doing. */
export async function connectionsOf(db: Tx, keys: Keyring, account: AccountId): Promise<Connection[]> {
  const states = new Map((await statesOf(db, 'webhook')).map((state) => [state.id, state]));
  const tests = new Map((await latestOf(db, TEST_KEY)).map((test) => [test.connection_id, test]));
  return (await webhooksOf(db, keys, account)).map((webhook) => {
    const { id, url, stopped_because } = webhook;
    const { worked_at, failing_since, waits_until, last_error, failures } = states.get(id)!;
    const test = tests.get(id);
    return {
      id,
      kind: 'webhook',
      address: url,
      host: URL.parse(url)?.host ?? url,
      status: statusOf(webhook, failures),
      worked_at,
      failing_since,
      waits_until,
      error: stopped_because || last_error,
      test: test ? { state: testStates[test.state], at: test.last_at, error: test.last_error } : null,
    };
  });
}

const testStates = {
  queued: 'running',
  claimed: 'running',
  waiting: 'running',
  accepted: 'arrived',
  failed: 'failed',
} as const;

/** What the operator has set up for all businesses, and the push services of phones: with whom their data is, too. */
export async function servicesFor(db: Tx, settings: Deps['settings']): Promise<OperatorService[]> {
  const pushed = await pushHostsOf(db);
  return [...operatorServices(settings), ...pushed.map((host) => ({ kind: 'phone alerts' as const, host }))];
}

function operatorServices(settings: Deps['settings']): OperatorService[] {
  const { SMTP_URL, GEOCODER_URL, ROUTING_URL, MAP_STYLE_URL, FILES_URL } = settings;
  const urls = {
    email: SMTP_URL,
    geocoder: GEOCODER_URL,
    routing: ROUTING_URL,
    map: MAP_STYLE_URL,
    files: FILES_URL,
  };
  return Object.entries(urls).flatMap(([kind, url]) =>
    url === undefined ? [] : [{ kind: kind as OperatorService['kind'], host: new URL(url).hostname }],
  );
}
