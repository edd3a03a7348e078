import { Button } from '@muster/ui/button';
import { acceptOffer, declineInstall, useInstall } from '../frame/install.ts';

/** Once, below the day: the page can stand on the home screen. */
export function InstallCard() {
  const install = useInstall();
  if (install === undefined || install.isDeclined) return null;
  return (
    <section className="field-card" aria-labelledby="install">
      <h2 id="install">Put your day on the home screen</h2>
      <p className="field-words">It opens with one tap then, like an app, with or without a connection.</p>
      {install.way === 'offered' ? (
        <div className="field-stack">
          <Button wide onClick={() => void acceptOffer()}>
            Add it
          </Button>
          <Button wide variant="quiet" onClick={declineInstall}>
            Not now
          </Button>
        </div>
      ) : (
        <>
          <p>
            Tap <strong>Share</strong> at the edge of the screen, then <strong>Add to Home Screen</strong>.
          </p>
          <Button wide variant="secondary" onClick={declineInstall}>
            Got it
          </Button>
        </>
      )}
    </section>
  );
}
