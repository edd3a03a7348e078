import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isWellInside, type Layout, type Point, scrollAt } from '../../model/layout.ts';
import { edgeZones, heldOver, type Hold, isRipe, type TurnZone } from '../../model/turn.ts';
import { frameOf } from './frame.ts';

interface Options {
  isActive: boolean;
  pointer: RefObject<Point>;
  scroller: RefObject<HTMLElement | null>;
  layout: Layout;
  isTurning: boolean;
  onTurn: (pages: -1 | 1) => void;
}

const delayMs = 200;

/** While something is dragged: near its edges the board scrolls, and where it cannot any further, holding on turns the page. */
export function useEdges({ isActive, pointer, scroller, layout, isTurning, onTurn }: Options) {
  const [hold, setHold] = useState<Hold>();

  /** One frame of it; answers what is held over now. */
  const look = useEffectEvent((before: Hold | undefined, now: number, seconds: number) => {
    const element = scroller.current!;
    const frame = frameOf(element);
    const point = pointer.current;
    const { left, top } = scrollAt(layout, frame, point);
    if (left !== 0 || top !== 0) element.scrollBy(left * seconds, top * seconds);
    // One page after the other: nothing is turned that is not here yet.
    if (isTurning) return undefined;
    const next = heldOver(before, [...edgeZones(layout, frame), ...barZones()], point, now);
    if (next === undefined || !isRipe(next, now)) return next;
    onTurn(next.pages);
    return undefined;
  });
  const isInside = useEffectEvent(() => isWellInside(layout, frameOf(scroller.current!), pointer.current));

  useEffect(() => {
    if (!isActive) return undefined;
    const began = performance.now();
    let last = began;
    // Whoever comes from the tray passes the edge, and means to go on.
    let hasBeenInside = false;
    let held: Hold | undefined;
    const notice = () => (hasBeenInside ||= isInside());
    notice();
    addEventListener('pointermove', notice);
    let frame = requestAnimationFrame(function step(now) {
      if (hasBeenInside && now - began > delayMs) {
        const next = look(held, now, (now - last) / 1000);
        if (next !== held) setHold(next);
        held = next;
      }
      last = now;
      frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('pointermove', notice);
      setHold(undefined);
    };
  }, [isActive]);
  return hold;
}

/** The arrows beside the date, and the date itself: its left half is earlier, its right half later. */
function barZones(): TurnZone[] {
  return [...document.querySelectorAll<HTMLElement>('[data-turn]')].flatMap((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const middle = (left + right) / 2;
    const earlier = { pages: -1, box: { left, right, top, bottom } } as const;
    const later = { ...earlier, pages: 1 } as const;
    if (element.dataset['turn'] === 'earlier') return [earlier];
    if (element.dataset['turn'] === 'later') return [later];
    return [
      { ...earlier, box: { ...earlier.box, right: middle } },
      { ...later, box: { ...later.box, left: middle } },
    ];
  });
}
