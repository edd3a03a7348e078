import { Button, ButtonLink } from '@muster/ui/button';
import { Overlay } from '@muster/ui/overlay';
import { useEffect, useState } from 'react';

const OVERLAY_MS = 4000;
const text = 'Setting up your new profile. This may take a while, please wait...';

export function Actions() {
  const [covered, setCovered] = useState(false);
  useEffect(() => {
    if (!covered) return undefined;
    const timer = setTimeout(() => setCovered(false), OVERLAY_MS);
    return () => clearTimeout(timer);
  }, [covered]);
  return (
    <>
      <div className="g-row">
        <Button>Save changes</Button>
        <Button variant="secondary">Add customer</Button>
        <Button variant="quiet">Cancel</Button>
        <ButtonLink href="#pictures" variant="secondary">
          A link
        </ButtonLink>
      </div>
      <div className="g-row">
        <Button disabled>Disabled</Button>
        <Button busy>Saving…</Button>
      </div>
      <div className="g-narrow">
        <Button wide onClick={() => setCovered(true)}>
          Cover the screen for four seconds
        </Button>
      </div>
      <Overlay open={covered} text={text} />
    </>
  );
}
