import type { AccountId } from '@muster/domain/values/ids';
import { connect } from '../../src/platform/db/connect.ts';
import { startLive } from '../../src/platform/live/hub.ts';
import { createPresence } from '../../src/platform/live/presence.ts';
import { silentLog } from '../silent-log.ts';
import { testKeys } from '../test-keys.ts';

/** Another process on the same database, where somebody is on the board and holds a visit. It ends without saying anything. */
const [ownerUrl, account, owner, tab] = process.argv.slice(2) as [string, AccountId, string, string];
const database = await connect({ ownerUrl, log: silentLog, keys: testKeys });
const live = await startLive({ database, log: silentLog });
const presence = createPresence({ live, log: silentLog, now: Date.now });
presence.join(account, JSON.parse(owner).session, () => {});
await presence.say(account, JSON.parse(owner), JSON.parse(tab));
process.stdout.write('here\n');
