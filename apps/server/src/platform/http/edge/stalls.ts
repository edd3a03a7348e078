import type { FastifyRequest } from 'fastify';
import type { App, Deps } from '../../deps.ts';

const LOOK_MS = 20;
/** Nobody should wait longer for somebody else. */
export const LONGEST_MS = 100;
/** A log that is full of this tells no more than one line of it a second. */
const BETWEEN_MS = 1_000;

/**
 * Says what kept everybody else waiting: how long this process answered nobody, how much of that it was reckoning itself, and the routes
 * that were under way then. Where it reckoned little, the machine was busy with something else. Routes are told without their addresses,
 * which may hold somebody's data.
 */
export function watchStalls(app: App, { log }: Pick<Deps, 'log'>): void {
  const underWay = new Map<string, number>();
  let seen = new Set<string>();
  let [lookedAt, cpu] = [performance.now(), process.threadCpuUsage()];
  let toldAt = -Infinity;

  app.addHook('onRequest', async (request, reply) => {
    // A stream is always under way, and waits.
    const route = routeOf(request);
    underWay.set(route, (underWay.get(route) ?? 0) + 1);
    seen.add(route);
    reply.raw.once('close', () => {
      const left = underWay.get(route)! - 1;
      if (left > 0) underWay.set(route, left);
      else underWay.delete(route);
    });
  });

  const timer = setInterval(look, LOOK_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  function look(): void {
    const now = performance.now();
    const ms = Math.round(now - lookedAt - LOOK_MS);
    const { user, system } = process.threadCpuUsage(cpu);
    if (ms >= LONGEST_MS && now - toldAt >= BETWEEN_MS) {
      toldAt = now;
      const cpuMs = Math.round((user + system) / 1_000);
      log.warn({ ms, cpu_ms: cpuMs, routes: [...seen].toSorted() }, 'Everybody else had to wait.');
    }
    [lookedAt, cpu] = [now, process.threadCpuUsage()];
    seen = new Set(underWay.keys());
  }
}

function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? 'unknown'}`;
}
