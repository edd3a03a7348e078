import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

import type { App } from './platform/deps.ts';
import { StartupError } from './platform/startup-error.ts';
import type { Settings } from './settings.ts';

/** Starts to listen, or throws an error that says why it cannot and what to do. */
export async function listen(app: App, { HOST, PORT }: Settings): Promise<void> {
  await explainRefusal(app.listen({ host: HOST, port: PORT }), HOST, PORT);
}

/** Checks early whether the port is free, before other parts are started that would have to be stopped again. */
export async function tryListening({ HOST, PORT }: Settings): Promise<void> {
  const probe = createServer();
  await explainRefusal(once(probe.listen(PORT, HOST), 'listening'), HOST, PORT);
  await promisify(probe.close.bind(probe))();
}

async function explainRefusal(listening: Promise<unknown>, host: string, port: number): Promise<void> {
  try {
    await listening;
  } catch (error) {
    throw refusal((error as NodeJS.ErrnoException).code, host, port) ?? error;
  }
}

function refusal(code: string | undefined, host: string, port: number): StartupError | undefined {
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (code === 'EACCES') {
    return new StartupError(
      `Port ${port} is reserved for the system. Choose one above 1023: PORT=3000 npm start`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartupError(
      `This machine has no address ${host} to listen on. Correct HOST; 127.0.0.1 is for this machine only, 0.0.0.0 for all networks.`,
    );
  }
  return undefined;
}
