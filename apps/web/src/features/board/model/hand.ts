import { type Drag, isHome } from './drag.ts';
import type { Point } from './layout.ts';

/** A visit that is pressed: it may still be a click, or the beginning of a scroll. */
interface Press extends Point {
  readonly pointer: number;
  readonly isMouse: boolean;
  /** The minutes of the visit that lie before the finger. */
  readonly grabbed: number;
  /** What it is in the hand. */
  readonly drag: Drag;
}

/** What somebody's hand does. Pointer and keys move the same one. */
export type Hand =
  | { readonly kind: 'empty' }
  | { readonly kind: 'pressing'; readonly press: Press }
  | {
      readonly kind: 'carrying';
      readonly drag: Drag;
      /** None where it was taken up by keys. */
      readonly press: Press | null;
      /** Whoever only holds a visit, and lets go, means nothing by it. */
      readonly hasMoved: boolean;
    };

export type HandEvent =
  | { readonly kind: 'press'; readonly press: Press }
  /** A finger has held still for long enough to be no scroll. */
  | { readonly kind: 'still'; readonly pointer: number }
  | ({ readonly kind: 'move'; readonly pointer: number } & Point)
  /** Taken up by keys. */
  | { readonly kind: 'take'; readonly drag: Drag }
  | { readonly kind: 'aim'; readonly target: Drag['target'] }
  | { readonly kind: 'release'; readonly pointer: number }
  /** Put down by keys. */
  | { readonly kind: 'put down' }
  | { readonly kind: 'cancel' };

export interface HandStep {
  readonly hand: Hand;
  /** What was put down, where that changes something. */
  readonly dropped?: Drag;
}

const MOUSE_PX = 4;
const TOUCH_PX = 6;
export const emptyHand: Hand = { kind: 'empty' };

export function stepHand(hand: Hand, event: HandEvent): HandStep {
  switch (event.kind) {
    case 'press':
      return isOthers(hand, event.press.pointer)
        ? { hand }
        : { hand: { kind: 'pressing', press: event.press } };
    case 'still':
      return hand.kind === 'pressing' && hand.press.pointer === event.pointer
        ? { hand: lifted(hand.press, false) }
        : { hand };
    case 'move':
      return { hand: moved(hand, event) };
    case 'take':
      return hand.kind === 'carrying' && hand.press
        ? { hand }
        : { hand: { kind: 'carrying', drag: event.drag, press: null, hasMoved: true } };
    case 'aim':
      return hand.kind === 'carrying'
        ? { hand: { ...hand, drag: { ...hand.drag, target: event.target } } }
        : { hand };
    case 'release':
      return isOf(hand, event.pointer) ? putDown(hand) : { hand };
    case 'put down':
      return hand.kind === 'carrying' && hand.press === null ? putDown(hand) : { hand };
    case 'cancel':
  }
  return { hand: emptyHand };
}

function isOf(hand: Hand, pointer: number): boolean {
  return hand.kind !== 'empty' && hand.press?.pointer === pointer;
}

/** While one finger carries something, another one takes up nothing. One that presses again has let go unnoticed. */
function isOthers(hand: Hand, pointer: number): boolean {
  return hand.kind === 'carrying' && hand.press !== null && hand.press.pointer !== pointer;
}

function lifted(press: Press, hasMoved: boolean): Hand {
  return { kind: 'carrying', drag: press.drag, press, hasMoved };
}

function moved(hand: Hand, { pointer, x, y }: { pointer: number } & Point): Hand {
  if (hand.kind === 'empty' || hand.press?.pointer !== pointer) return hand;
  const { press } = hand;
  const isFar = Math.hypot(x - press.x, y - press.y) >= (press.isMouse ? MOUSE_PX : TOUCH_PX);
  if (!isFar) return hand;
  if (hand.kind === 'carrying') return hand.hasMoved ? hand : { ...hand, hasMoved: true };
  // A finger that moves before it has held still scrolls.
  return press.isMouse ? lifted(press, true) : emptyHand;
}

function putDown(hand: Hand): HandStep {
  if (hand.kind !== 'carrying') return { hand: emptyHand };
  const { drag, hasMoved } = hand;
  const isMeant = hasMoved && drag.target.kind !== 'nowhere' && !isHome(drag);
  return isMeant ? { hand: emptyHand, dropped: drag } : { hand: emptyHand };
}
