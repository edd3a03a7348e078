import { type ReactNode, useEffect, useRef, useState } from 'react';
import { readOnlyNotice } from '@muster/domain/identity/accounts/read-only';
import { Button } from '@muster/ui/button';
import { StatusLine } from '../../lib/page/support.tsx';
import type { PageSettings } from '../../lib/page/page-settings.ts';
import { linkTo, usePlace } from '../router.ts';
import type { Entry } from '../outbox/store.ts';
import { useField } from '../state.ts';
import { dayOfMonth, moment } from '../../lib/format/format.ts';
import { countWords, minutesWords } from '../day/words.ts';
import { NewsBanner } from '../news/news-banner.tsx';
import { Glyph } from './glyph.tsx';
import { Menu } from './menu.tsx';
import { say, useNotice, Problem } from './notice.tsx';
import './frame.css';

interface FrameProps {
  settings: PageSettings;
  /** Today and the week stand beside each other; the pages below have a way back. */
  tab: 'today' | 'week' | undefined;
  children: ReactNode;
}

/** What is around every page: whose it is, the way to everything else, and how it stands with the connection. */
export function Frame({ settings, tab, children }: FrameProps) {
  const { isConnected } = useField();
  const [isOpen, setOpen] = useState(false);
  const { said, times } = useNotice();
  useTellOfSending();
  return (
    <div className="field">
      <header className="field__top">
        {tab === undefined ? (
          <a className="field__back" {...linkTo({ page: 'today' })}>
            <Glyph name="back" />
            <span>Today</span>
          </a>
        ) : (
          <nav className="field__tabs" aria-label="Days">
            {(['today', 'week'] as const).map((page) => (
              <a key={page} aria-current={page === tab ? 'page' : undefined} {...linkTo({ page })}>
                {page === 'today' ? 'Today' : 'Week'}
              </a>
            ))}
          </nav>
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
      <ReadOnlyLine />
      <StatusLine settings={settings} />
      <main className="field__main">
        <Problem />
        <NewsBanner />
        {children}
      </main>
      <output className="m-hidden">
        <span key={times}>{said}</span>
      </output>
      {isOpen && <Menu settings={settings} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Why nothing new comes from the office, and that what is recorded here arrives all the same. */
function ReadOnlyLine() {
  const account = useField().session?.account;
  if (!account?.read_only) return null;
  const { reason, since } = account.read_only;
  return (
    <p className="field-line" data-tone="attention">
      <Glyph name="warning" />
      <span>
        <strong>{readOnlyNotice(reason, dayOfMonth(since, account.zone))}</strong> The office can’t change
        anything right now. What you record is still saved and sent.
      </span>
    </p>
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

/** What is on its way for less than this needs no words. */
const QUICK_MS = 3_000;

/** How it stands with the connection, what waits, and whether there is a new version: a line each, where there is something to say. */
function ConnectionLines() {
  const { entries, isConnected, readAt, takeOver, clockOff } = useField();
  const { page } = usePlace();
  const waiting = entries.filter(({ state }) => state === 'waiting');
  const isSlow = useIsSlow(waiting[0]?.made_at);
  const showsWaiting = waiting.length > 0 && (!isConnected || isSlow) && page !== 'waiting';
  return (
    <section className="field__lines" aria-label="Connection">
      {/* It is there before it has something to say: what appears together with its words is not read out everywhere. */}
      <output>
        {!isConnected && (
          <span className="field-line" data-tone="attention">
            <Glyph name="offline" />
            <span>
              <strong>No connection.</strong> Your work is saved on this phone and sent later.
              {readAt !== undefined && <small>Last updated {moment(new Date(readAt).toISOString())}</small>}
            </span>
          </span>
        )}
      </output>
      {clockOff !== null && (
        <p className="field-line" data-tone="attention">
          <Glyph name="clock" />
          <span>
            <strong>This phone’s clock is {clockWords(clockOff)}.</strong> We correct your times. Set the
            clock to automatic in the phone’s settings.
          </span>
        </p>
      )}
      {showsWaiting && (
        <a className="field-line" data-tone="info" {...linkTo({ page: 'waiting' })}>
          <Glyph name="waiting" />
          <span>
            {waiting.every(isHeld)
              ? `${countWords(waiting.length, 'large file')} not sent yet`
              : `${countWords(waiting.length, 'thing')} waiting to send`}
          </span>
          <Glyph name="next" />
        </a>
      )}
      {takeOver !== undefined && (
        <p className="field-line" data-tone="info">
          <span>A new version is ready.</span>
          <Button variant="secondary" onClick={takeOver}>
            Update now
          </Button>
        </p>
      )}
    </section>
  );
}

/** Whether it waits for more than a connection. */
function isHeld({ deed }: Entry): boolean {
  return deed.kind === 'file' && deed.goes !== undefined;
}

/** "7 min fast", "1 h 5 min slow". */
function clockWords(seconds: number): string {
  return `${minutesWords(Math.round(Math.abs(seconds) / 60))} ${seconds > 0 ? 'fast' : 'slow'}`;
}

/** Whether the first of what waits has waited long enough to be spoken of. */
function useIsSlow(since: string | undefined): boolean {
  const [slow, setSlow] = useState<string>();
  useEffect(() => {
    if (since === undefined) return undefined;
    const left = QUICK_MS - (Date.now() - Date.parse(since));
    const timer = setTimeout(() => setSlow(since), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [since]);
  return since !== undefined && slow === since;
}
