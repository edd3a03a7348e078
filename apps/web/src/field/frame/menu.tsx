import { type ReactNode, useState } from 'react';
import type { PageSettings } from '../../lib/page-settings.ts';
import { countWords } from '../day/words.ts';
import { linkTo, type Place } from '../place.ts';
import { useField } from '../state.ts';
import { Glyph, type GlyphName } from './glyph.tsx';
import { acceptOffer, useInstall } from './install.ts';
import { Sheet } from './sheet.tsx';
import { SignOut } from './sign-out.tsx';
import { ThemeChoice } from './theme-choice.tsx';

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
    <Sheet title={name === '' ? 'Account' : name} size="low" onClose={onClose}>
      <nav className="field-menu" aria-label="Account and more">
        <Row glyph="week" {...go({ page: 'week' })}>
          My week and hours
        </Row>
        <Row glyph="waiting" {...go({ page: 'waiting' })}>
          {waiting === 0 ? 'What waits to be sent' : `What waits to be sent: ${countWords(waiting, 'thing')}`}
        </Row>
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
            <span>Put it on the home screen</span>
          </button>
        )}
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
