import { Mark } from '@muster/ui/logo';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { StatusLine } from '../../lib/support.tsx';
import type { PageSettings } from '../../lib/page-settings.ts';
import { linkTo } from '../place.ts';
import { useField } from '../state.ts';
import { ConnectionLines } from './connection.tsx';
import { Glyph } from './glyph.tsx';
import { Menu } from './menu.tsx';
import { say, useNotice } from './notice.ts';
import { Problem } from './problem.tsx';
import './frame.css';

interface FrameProps {
  settings: PageSettings;
  /** The pages below today have a way back to it. */
  isToday: boolean;
  children: ReactNode;
}

/** What is around every page: whose it is, the way to everything else, and how it stands with the connection. */
export function Frame({ settings, isToday, children }: FrameProps) {
  const { session, isConnected } = useField();
  const [isOpen, setOpen] = useState(false);
  const { said, times } = useNotice();
  useTellOfSending();
  const name = session?.account?.name ?? settings.brand;
  return (
    <div className="field">
      <header className="field__top">
        {isToday ? (
          <a className="field__business" {...linkTo({ page: 'today' })}>
            <Mark />
            <span>{name}</span>
          </a>
        ) : (
          <a className="field__business" {...linkTo({ page: 'today' })}>
            <Glyph name="back" />
            <span>Today</span>
          </a>
        )}
        {!isConnected && (
          <span className="field__offline">
            <Glyph name="offline" />
            Offline
          </span>
        )}
        <button
          type="button"
          className="field-round"
          aria-label="Account and more"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Glyph name="menu" />
        </button>
      </header>
      <ConnectionLines />
      <StatusLine settings={settings} />
      <main className="field__main">
        <Problem />
        {children}
      </main>
      <output className="m-hidden">
        <span key={times}>{said}</span>
      </output>
      {isOpen && <Menu settings={settings} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Whoever does not see the screen hears when the last of what waited has gone. */
function useTellOfSending(): void {
  const { entries, session } = useField();
  const had = useRef(0);
  const count = entries.filter(({ state }) => state === 'waiting').length;
  useEffect(() => {
    if (session !== undefined && count === 0 && had.current > 0) say('Everything is sent.');
    had.current = count;
  }, [count, session]);
}
