import { ActionIcon, Text, useComputedColorScheme } from '@mantine/core';
import type { Position } from '@muster/domain/values/travel';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OpenPin } from './pin-canvas.ts';
import './ground.css';
import './pin-map.css';

interface PinMapProps {
  at: Position;
  /** Whether that is where the site is, or only about where. */
  isExact: boolean;
  onMove: (to: Position) => void;
}

const stepPx = 24;
const fineStepPx = 4;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A map to set one pin on: by dragging, by a click, or by the arrow keys. What draws it is loaded when it is opened. */
export function PinMap({ at, isExact, onMove }: PinMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const pin = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [map, setMap] = useState<OpenPin>();
  const move = useEffectEvent(onMove);
  const open = useEffectEvent(async (_theme: string) => {
    const { openPin } = await import('./pin-canvas.ts');
    return openPin({
      container: container.current!,
      pin: pin.current!,
      at,
      isExact,
      onMove: move,
    });
  });
  useEffect(() => {
    let opened: OpenPin | undefined;
    let isLeft = false;
    async function show() {
      try {
        opened = await open(theme);
        if (isLeft) opened.remove();
        else setMap(opened);
      } catch {
        if (!isLeft) setProblem('This browser can’t show the map. Enter the coordinates instead.');
      }
    }
    void show();
    return () => {
      isLeft = true;
      setMap(undefined);
      opened?.remove();
    };
  }, [theme]);
  useEffect(() => map?.put(at), [map, at]);

  function onKey(event: KeyboardEvent) {
    const way = arrows[event.key];
    if (way) {
      const step = event.shiftKey ? fineStepPx : stepPx;
      map?.step(way[0] * step, way[1] * step);
    } else if (event.key === '+' || event.key === '=') map?.zoomBy(1);
    else if (event.key === '-') map?.zoomBy(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  if (problem !== undefined)
    return (
      <Text size="sm" c="attention" component="output">
        {problem}
      </Text>
    );
  return (
    <div className="pin-map" data-ready={map !== undefined || undefined}>
      <div className="pin-map__ground" ref={container} role="presentation" />
      {/* The map takes it to where it points. */}
      <button
        ref={pin}
        type="button"
        className="pin-map__pin"
        aria-label="Pin. Arrow keys move it, with Shift in small steps; plus and minus zoom."
        onKeyDown={onKey}
      >
        <svg viewBox="0 0 24 32" aria-hidden>
          <path d="M12 1a11 11 0 0 1 11 11c0 8-11 19-11 19S1 20 1 12A11 11 0 0 1 12 1z" />
          <circle cx="12" cy="12" r="4" />
        </svg>
      </button>
      <div className="pin-map__buttons">
        <ActionIcon variant="default" aria-label="Zoom in" onClick={() => map?.zoomBy(1)}>
          +
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Zoom out" onClick={() => map?.zoomBy(-1)}>
          −
        </ActionIcon>
      </div>
    </div>
  );
}
