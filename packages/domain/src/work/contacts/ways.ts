import type { MessageProblem, MessageWay } from '../visits/rules.ts';
import { isMobile } from './rules.ts';

/** How somebody can be told something. */
export const ways = ['email', 'text'] as const;
export type Way = (typeof ways)[number];

/** What a customer prefers: what the business does for everybody, or a way of their own. */
export const toldBys = ['usual', 'email', 'text', 'both'] as const;
export type ToldBy = (typeof toldBys)[number];

interface Reachable {
  readonly email: string;
  readonly phone: string;
}

/** Whether they can be told at all, as far as it is known before it is tried. */
export function canReach({ email, phone }: Reachable, hasTexts: boolean): boolean {
  return email !== '' || (hasTexts && isMobile(phone));
}

interface Wanted {
  /** By which way the business tells that. */
  readonly way: MessageWay;
  readonly toldBy: ToldBy;
  /** Whether texts can leave. */
  readonly hasTexts: boolean;
}

/** The ways to take, those to take where all of them fail, and what to say where there is none. */
export interface Route {
  readonly ways: readonly Way[];
  readonly instead: readonly Way[];
  readonly problem: MessageProblem | null;
}

/**
 * By which ways somebody is told something: as the customer prefers it, else as the business does. Where a way does not reach them,
 * the other one is taken; nobody is told what is off.
 */
export function routeTo(to: Reachable, { way, toldBy, hasTexts }: Wanted): Route {
  if (way === 'off') return { ways: [], instead: [], problem: null };
  const reached = ways.filter((one) => (one === 'email' ? to.email !== '' : hasTexts && isMobile(to.phone)));
  const wish = toldBy === 'usual' ? way : toldBy;
  const wanted = reached.filter((one) => wish === 'both' || wish === one);
  const chosen = wanted.length > 0 ? wanted : reached;
  return {
    ways: chosen,
    instead: reached.filter((one) => !chosen.includes(one)),
    problem: chosen.length > 0 ? null : hasTexts ? 'no way' : 'no address',
  };
}

/** "04…678": enough of a number to recognise it. */
export function maskPhone(phone: string): string {
  const digits = phone.replaceAll(/[^\d+]/g, '');
  return `${digits.slice(0, 2)}…${digits.slice(-3)}`;
}
