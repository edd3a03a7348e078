import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import './palette-door.css';

const ShellPalette = lazy(() =>
  import('./palette.tsx').then(({ ShellPalette }) => ({ default: ShellPalette })),
);

/** Loaded when it is first asked for, or when the pointer comes near: most pages are opened without it. */
export function PaletteDoor() {
  const [isWanted, setWanted] = useState(false);
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
        onPointerEnter={() => setWanted(true)}
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
