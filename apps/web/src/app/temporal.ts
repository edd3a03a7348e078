/** Times in a zone are reckoned with Temporal, which some browsers still lack: only they load a stand-in for it. */
export async function ensureTemporal(): Promise<void> {
  if ('Temporal' in globalThis) return;
  const { Temporal } = await import('temporal-polyfill');
  Object.assign(globalThis, { Temporal });
}
