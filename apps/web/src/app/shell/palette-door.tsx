import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import './palette-door.css';

const ShellPalette = lazy(() =>
  import('./palette.tsx').then(({ ShellPalette }) => ({ default: ShellPalette })),
);

/** So long after the page has opened nothing else waits for the network. */
const restMs = 1500;

/** Loaded when the page has come to rest: it delays nothing then, and catches the first letter that follows its key. */
export function PaletteDoor() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const rest = setTimeout(() => setWanted(true), restMs);
    return () => clearTimeout(rest);
  }, []);
  async function open() {
    setWanted(true);
    const { openPalette } = await import('../../features/search/components/palette.tsx');
    openPalette();
  }
  // Once it is there, the palette listens to its key itself.
  useHotkeys(isWanted ? [] : [['mod+K', () => void open()]], []);
  return (
    <>
      <UnstyledButton
        className="palette-door"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => void open()}
      >
        <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
          <path d="M9 3.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l3.5 3.5" />
        </svg>
        <span className="palette-door__text">Search</span>
        <Kbd size="xs" aria-hidden>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      {isWanted && (
        <Suspense fallback={null}>
          <ShellPalette />
        </Suspense>
      )}
    </>
  );
}
