import { notify } from '@muster/ui/toast';
import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { withCtrl } from '../../lib/keys/shortcut.ts';
import './palette-door.css';

const ShellPalette = lazy(() =>
  import('./palette.tsx').then(({ ShellPalette }) => ({ default: ShellPalette })),
);

/** So long after the page has opened nothing else waits for the network. */
const restMs = 1500;

/** Loaded when the page has come to rest: it delays nothing then, and catches the first letter that follows its key. */
export function PaletteDoor() {
  const [isThere, setThere] = useState(false);
  const load = useCallback(async () => {
    await import('./palette.tsx');
    setThere(true);
  }, []);
  useEffect(() => {
    // Should the network be away just then, it is loaded when somebody asks for it.
    const rest = setTimeout(() => load().catch(() => {}), restMs);
    return () => clearTimeout(rest);
  }, [load]);
  async function toggle() {
    try {
      await load();
      const { togglePalette } = await import('../../features/work/search/components/palette.tsx');
      togglePalette();
    } catch {
      notify({
        level: 'error',
        text: 'We couldn’t load the search. Check your connection, then try again.',
      });
    }
  }
  // The key is heard here alone, before the palette is there and after: none is lost while it arrives.
  useHotkeys([['mod+K', () => void toggle()]], []);
  return (
    <>
      <UnstyledButton
        className="palette-door"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => void toggle()}
      >
        <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
          <path d="M9 3.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l3.5 3.5" />
        </svg>
        <span className="palette-door__text">Search</span>
        <Kbd size="xs" aria-hidden>
          {withCtrl('K')}
        </Kbd>
      </UnstyledButton>
      {isThere && (
        <Suspense fallback={null}>
          <ShellPalette />
        </Suspense>
      )}
    </>
  );
}
