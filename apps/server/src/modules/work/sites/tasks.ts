import { MINUTE_MS } from '@muster/domain/values/minutes';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId } from '@muster/domain/values/ids';
import { askedAddress, bestHit } from '@muster/domain/work/sites/positions';
import type { GeocoderState, Pin, Site } from '@muster/domain/work/sites/schema';
import { runCommand } from '../../../platform/changes/command.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { isDatabaseAway } from '../../../platform/db/connection-errors.ts';
import type { Platform } from '../../../platform/deps.ts';
import { createGeocoder, type Geocoder } from '../../../platform/geocoder.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import { suburbsById } from '../suburbs/service.ts';
import { isSought, placeFound, sites } from './service.ts';
import {
  claimLookups,
  endLookups,
  holdSite,
  nextWithLookups,
  putOffLookups,
  readLookup,
  saveLookup,
} from './store.ts';

/** As often as the queue looks. */
const LOOK_MS = 2_000;
/** What an account has done for it before the next one has its turn. */
const PORTION = 10;
/** After each time that it was asked for in vain; then the address is left alone until it is another. */
const PAUSES_MS = [1, 10, 60, 6 * 60, 24 * 60, 24 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);

export interface Lookups {
  state(): Omit<GeocoderState, 'waiting'>;
  close(): Promise<void>;
}

type Found = ReadonlyMap<string, Pin & { readonly address: string }>;

/**
 * Asks the geocoder for what waits, account by account, one address after the other. Whatever it answered is kept at once; a process
 * that dies leaves the rest to whoever looks after its lease.
 */
export function startLookups(platform: Platform): Lookups {
  const geocoder = createGeocoder(platform.settings, platform);
  return geocoder
    ? startAsking(geocoder, platform)
    : { state: () => ({ state: 'off', since: null, problem: null }), close: async () => {} };
}

function startAsking(geocoder: Geocoder, { database: { db }, log, now, settings }: Platform): Lookups {
  const { GEOCODER_SECONDS: seconds, GEOCODER_PER_SECOND: perSecond } = settings;
  const closing = new AbortController();
  /** Longer than a portion can take. */
  const leaseMs = PORTION * (seconds + 1 / perSecond) * 1_000 + MINUTE_MS;
  const looking = keepLooking();

  return {
    state() {
      const { since, ...rest } = geocoder.state();
      return { ...rest, since: since === null ? null : new Date(since).toISOString() };
    },
    async close() {
      closing.abort();
      geocoder.close();
      await looking;
    },
  };

  async function keepLooking(): Promise<void> {
    let last: AccountId | null = null;
    while (!closing.signal.aborted) {
      let pause = geocoder.pause();
      try {
        const id = pause > 0 ? undefined : await nextWithLookups(db, new Date(now()), last);
        if (id !== undefined) {
          last = accountNamedBy({ account_id: id });
          await lookUp(last);
        } else pause = Math.max(LOOK_MS, pause);
      } catch (error) {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'Couldn’t look up addresses.');
        pause = LOOK_MS;
      }
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function lookUp(account: AccountId): Promise<void> {
    const at = new Date(now());
    const until = new Date(now() + leaseMs);
    const claimed = await withAccount(db, account, (db) => claimLookups(db, { at, until, most: PORTION }));
    const rows = await withAccount(db, account, (db) =>
      readRows(
        db,
        sites,
        claimed.map(({ site_id }) => site_id),
      ),
    );
    const byId = new Map(rows.map((site) => [site.id, site]));
    const found = new Map<string, Pin & { address: string }>();
    /** Looked at, or of no use any more. */
    const done: string[] = [];
    const left: string[] = [];
    for (const { site_id, tries } of claimed) {
      const site = byId.get(site_id);
      const address = site && isSought(site) ? askedAddress(site) : undefined;
      const isOver = closing.signal.aborted || geocoder.pause() > 0;
      if (!site || address === undefined) done.push(site_id);
      else if (isOver) left.push(site_id);
      else {
        const position = await positionOf(account, site, address);
        // Whoever is asked to stop has not been refused.
        if (position === 'later' && closing.signal.aborted) left.push(site_id);
        else if (position === 'later') await putOff(account, { site_id, tries, until });
        else done.push(site_id);
        if (position !== 'later' && position) found.set(site_id, { ...position, address });
      }
    }
    await writeDown(account, found, { sites: done, until });
    await withAccount(db, account, (db) => putOffLookups(db, { sites: left, until }, { to: at, tries: 0 }));
  }

  /** Asked once for each address of an account, be it of several sites. */
  async function positionOf(account: AccountId, site: Site, address: string): Promise<Pin | null | 'later'> {
    const { id, suburb_id } = site;
    const known = await withAccount(db, account, (db) => readLookup(db, address));
    if (known !== undefined) return known;
    const hits = await geocoder.find(address);
    if (hits === 'later') return 'later';
    return withAccount(db, account, async (db) => {
      const suburb = (await suburbsById(db, suburb_id === null ? [] : [suburb_id])).get(suburb_id ?? 0);
      const best = suburb && bestHit(site.address, suburb, hits);
      await holdSite(db, id);
      const [current] = await readRows(db, sites, [id]);
      // Whoever was erased meanwhile is not written down again.
      if (current && askedAddress(current) === address) await saveLookup(db, address, best, new Date(now()));
      return best ?? null;
    });
  }

  /** Each time for longer, so that one address which the geocoder cannot bear keeps no other waiting. */
  async function putOff(
    account: AccountId,
    { site_id, tries, until }: { site_id: string; tries: number; until: Date },
  ): Promise<void> {
    const claim = { sites: [site_id], until };
    const pause = PAUSES_MS[tries];
    await withAccount(db, account, (db) =>
      pause === undefined
        ? endLookups(db, claim)
        : putOffLookups(db, claim, { to: new Date(now() + pause), tries: 1 }),
    );
  }

  async function writeDown(
    account: AccountId,
    found: Found,
    claim: { readonly sites: readonly string[]; readonly until: Date },
  ): Promise<void> {
    const author = { user: null, apiKey: null, role: 'dispatcher' } as const;
    const body = [...found.keys()];
    const command = { account, id: randomUUID(), kind: 'addresses found' as const, body, author };
    if (found.size > 0)
      await runCommand(db, { ...command, at: new Date(now()) }, async (write) => {
        await placeFound(write, found);
        return null;
      });
    await withAccount(db, account, (db) => endLookups(db, claim));
  }
}
