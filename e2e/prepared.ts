import { freePort, makeDataDir, startProduct } from './server.ts';

/** Starts the product once from nothing, for all the journeys that follow. */
export default async function prepare(): Promise<() => void> {
  const dataDir = makeDataDir('prepared');
  const product = await startProduct({ port: await freePort(), dataDir: dataDir.path });
  await product.stop();
  process.env['PREPARED_DATA'] = dataDir.path;
  return () => dataDir.remove();
}
