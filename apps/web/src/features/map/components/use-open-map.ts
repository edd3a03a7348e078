import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Camera, MapOptions, OpenMap } from '../canvas/open-map.ts';

type Options = Omit<MapOptions, 'container' | 'camera'>;

/**
 * A map in an element for as long as it is shown. Its library is loaded for that. Its colours are read when it is opened: in another
 * theme it is another map, where the eye was.
 */
export function useOpenMap(
  container: RefObject<HTMLElement | null>,
  theme: string,
  options: Options,
  onFail: (reason: string) => void,
): OpenMap | undefined {
  const [map, setMap] = useState<OpenMap>();
  const camera = useRef<Camera>(undefined);
  const open = useEffectEvent(async (_theme: string) => {
    const { openMap } = await import('../canvas/open-map.ts');
    return openMap({ ...options, container: container.current!, camera: camera.current });
  });
  const fail = useEffectEvent((error: Error) => onFail(error.message));
  useEffect(() => {
    let opened: OpenMap | undefined;
    let isLeft = false;
    async function show() {
      try {
        opened = await open(theme);
        if (isLeft) opened.remove();
        else setMap(opened);
      } catch (error) {
        if (!isLeft) fail(error as Error);
      }
    }
    void show();
    return () => {
      isLeft = true;
      setMap(undefined);
      if (!opened) return;
      camera.current = opened.camera();
      opened.remove();
    };
  }, [theme]);
  return map;
}
