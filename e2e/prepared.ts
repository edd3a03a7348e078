import { visitCluster } from '../apps/server/src/platform/postgres/cluster.ts';
import { openDemoBusinesses } from '../apps/server/test/setups/demo-businesses.ts';
import { silentLog } from '../apps/server/test/silent-log.ts';
import { businesses } from './businesses.ts';
import { freePort, makeDataDir, startCopy, startProduct } from './server.ts';

/**
 * Starts the product once from nothing, gives each kind of journey a business of its own, and leaves a copy of it running for
 * each worker: journeys that share a product run one after the other, and those with another business do not meet.
 */
export default async function prepare({ workers }: { workers: number }): Promise<() => Promise<void>> {
  const prepared = makeDataDir('prepared');
  const first = await startProduct({ port: await freePort(), dataDir: prepared.path });
  const { ownerUrl } = await visitCluster({ dataDir: prepared.path, log: silentLog });
  await openDemoBusinesses(ownerUrl, businesses);
  await first.stop();
  process.env['PREPARED_DATA'] = prepared.path;
  const running = await Promise.all(Array.from({ length: workers }, () => startCopy('journeys')));
  process.env['PRODUCTS'] = JSON.stringify(
    running.map(({ product: { url, dataDir } }) => ({ url, dataDir })),
  );
  return async () => {
    await Promise.all(running.map(({ stop }) => stop()));
    prepared.remove();
  };
}
