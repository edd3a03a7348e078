import { Button } from '@muster/ui/button';
import { useEffect } from 'react';
import { Glyph } from '../frame/glyph.tsx';
import { useInstall } from '../frame/install.ts';
import { useField } from '../state.ts';
import { lookAtAlerts, switchOff, switchOn, useAlerts } from './alerts.ts';

/** In the menu: whether this phone alerts its user, or why it cannot. */
export function AlertChoice() {
  const user = useField().session?.user.id;
  const { state, isBusy, problem } = useAlerts();
  const isByHand = useInstall()?.way === 'by hand';
  useEffect(() => {
    if (user !== undefined) void lookAtAlerts(user);
  }, [user]);
  if (user === undefined || state === 'unknown') return null;
  // An iPhone alerts nobody of a page that is not on its home screen.
  const words = reasons[state === 'unsupported' && isByHand ? 'by hand' : state];
  if (words !== undefined) return <p className="field-words">{words}</p>;
  const isOn = state === 'on';
  return (
    <>
      <button
        type="button"
        className="field-menu__row"
        disabled={isBusy}
        onClick={() => void (isOn ? switchOff() : switchOn(user))}
      >
        <Glyph name="bell" />
        <span>{isOn ? 'Stop alerts on this phone' : 'Alert me when my day changes'}</span>
      </button>
      <p className="field-words">
        {isOn
          ? 'This phone alerts you when the office changes your day.'
          : 'A locked phone shows how many visits changed, never names or addresses.'}
      </p>
      {problem !== undefined && (
        <p className="field-words" data-tone="danger" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

const reasons: Readonly<Record<string, string>> = {
  unsupported: 'This browser can’t alert you when the office changes your day.',
  'by hand':
    'To be alerted when the office changes your day, add this page to your home screen first: tap Share, then Add to Home Screen.',
  blocked:
    'Alerts are blocked in this browser. To be alerted when the office changes your day, allow notifications for this page in its settings.',
};

/** Beside the day, until they have decided: what was switched on here works no more. */
export function AlertsAgain() {
  const user = useField().session?.user.id;
  const { state, isBusy, problem } = useAlerts();
  useEffect(() => {
    if (user !== undefined) void lookAtAlerts(user);
  }, [user]);
  if (user === undefined || state !== 'again') return null;
  return (
    <section className="field-card" aria-labelledby="alerts-again">
      <h2 id="alerts-again">Alerts have stopped on this phone</h2>
      <p className="field-words">Turn them on again to be told when the office changes your day.</p>
      {problem !== undefined && (
        <p className="field-words" data-tone="danger" role="alert">
          {problem}
        </p>
      )}
      <div className="field-stack">
        <Button wide busy={isBusy} onClick={() => void switchOn(user)}>
          Turn on again
        </Button>
        <Button wide variant="quiet" disabled={isBusy} onClick={() => void switchOff()}>
          Leave them off
        </Button>
      </div>
    </section>
  );
}
