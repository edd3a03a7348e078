import type { Draft } from './draft.ts';

/** What becomes of a route of the first parent. */
export const STAYS = 0;
export const GIVES_WAY = 1;
export const REPLACED = 2;
export const LOSES = 3;

/** Arrays that the exchange needs, made once. */
export type Exchange = {
  /** Route of each visit in either parent. */
  readonly routeA: Int32Array;
  readonly routeB: Int32Array;
  readonly fate: Uint8Array;
  readonly chosen: Uint8Array;
  /** Per route of the second parent: its visits, and those that the routes which give way serve. */
  readonly size: Int32Array;
  readonly shared: Int32Array;
  readonly missing: Int32Array;
};

export function createExchange({ nodes, routes }: Draft): Exchange {
  return {
    routeA: new Int32Array(nodes),
    routeB: new Int32Array(nodes),
    fate: new Uint8Array(routes),
    chosen: new Uint8Array(routes),
    size: new Int32Array(routes),
    shared: new Int32Array(routes),
    missing: new Int32Array(nodes),
  };
}
