import { type ReactNode, useState } from 'react';
import { AlertChoice } from '../alerts/alert-choice.tsx';
import type { PageSettings } from '../../lib/page/page-settings.ts';
import { countWords } from '../day/words.ts';
import { linkTo, type Place } from '../router.ts';
import { useField } from '../state.ts';
import { Glyph, type GlyphName } from './glyph.tsx';
import { acceptOffer, useInstall } from './install.ts';
import { Sheet } from './sheet.tsx';
import { SignOut } from './sign-out.tsx';
import { applyTheme, themeKey } from '../../lib/page/theme.ts';

interface MenuProps {
  settings: PageSettings;
  onClose: () => void;
}

/** Everything that is not the work itself. */
export function Menu({ settings, onClose }: MenuProps) {
  const { session, entries, isConnected } = useField();
  const install = useInstall();
  const [isLeaving, setLeaving] = useState(false);
  const waiting = entries.filter(({ state }) => state !== 'sent').length;
  if (isLeaving) return <SignOut onClose={onClose} />;
  const name = [session?.user.first_name, session?.user.last_name].filter(Boolean).join(' ');
  const go = (place: Place) => {
    const { href, onClick } = linkTo(place);
    const follow: typeof onClick = (event) => {
      onClick(event);
      onClose();
    };
    return { href, onClick: follow };
  };
  return (
    <Sheet title={name === '' ? 'Account' : name} onClose={onClose}>
      <nav className="field-menu" aria-label="Account and more">
        {session?.account && <p className="field-words">{session.account.name}</p>}
        <Row glyph="waiting" {...go({ page: 'waiting' })}>
          {waiting === 0 ? 'Waiting to send' : `Waiting to send: ${countWords(waiting, 'thing')}`}
        </Row>
        {session !== undefined && session.user.role !== 'technician' && (
          <Row glyph="board" href="/">
            Board and office
          </Row>
        )}
        {isConnected ? (
          <>
            <Row glyph="clock" href="/settings/my-calendar">
              Add to my calendar
            </Row>
            <Row glyph="key" href="/settings/security">
              Password and sessions
            </Row>
          </>
        ) : (
          <p className="field-words">Calendar, password and sessions need a connection.</p>
        )}
        {settings.supportEmail !== '' && (
          <Row glyph="help" href={`mailto:${settings.supportEmail}`}>
            Help: {settings.supportEmail}
          </Row>
        )}
        {settings.supportPhone !== '' && (
          <Row glyph="call" href={`tel:${settings.supportPhone}`}>
            Help: {settings.supportPhone}
          </Row>
        )}
        {install?.way === 'offered' && (
          <button type="button" className="field-menu__row" onClick={() => void acceptOffer()}>
            <Glyph name="plus" />
            <span>Add to home screen</span>
          </button>
        )}
        {isConnected && <AlertChoice />}
        <ThemeChoice />
        <button type="button" className="field-menu__row" onClick={() => setLeaving(true)}>
          <Glyph name="out" />
          <span>Sign out</span>
        </button>
      </nav>
    </Sheet>
  );
}

function Row({
  glyph,
  children,
  ...link
}: {
  glyph: GlyphName;
  href: string;
  children: ReactNode;
  onClick?: ReturnType<typeof linkTo>['onClick'];
}) {
  return (
    <a className="field-menu__row" {...link}>
      <Glyph name={glyph} />
      <span>{children}</span>
    </a>
  );
}

const themes = [
  { value: 'light', word: 'Light' },
  { value: 'dark', word: 'Dark' },
  { value: 'auto', word: 'Same as phone' },
] as const;

function kept(): string {
  try {
    return localStorage.getItem(themeKey) ?? 'auto';
  } catch {
    return 'auto';
  }
}

/** Sun on the screen, or a dark basement. The application has the same choice, and it is one. */
function ThemeChoice() {
  const [chosen, setChosen] = useState(kept);
  function choose(theme: string) {
    setChosen(theme);
    applyTheme(theme);
    try {
      localStorage.setItem(themeKey, theme);
    } catch {
      // Storage may be forbidden; then it counts until the page is closed.
    }
  }
  return (
    <fieldset className="field-segments">
      <legend>Colours</legend>
      {themes.map(({ value, word }) => (
        <label key={value}>
          <input
            type="radio"
            name="theme"
            value={value}
            checked={chosen === value}
            onChange={() => choose(value)}
          />
          <span>{word}</span>
        </label>
      ))}
    </fieldset>
  );
}
