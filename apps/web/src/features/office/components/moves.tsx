import { needsReason } from '@muster/domain/enquiries/pipeline';
import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import { Button } from '@muster/ui/button';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { move } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { isWayOut, moveNames, stateNames } from '../model/state-words.ts';
import { LostDialog } from './lost-dialog.tsx';
import { ProvisionDialog } from './provision-dialog.tsx';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';
import './moves.css';

/** Where the enquiry can go from here: on is the one that stands out. */
export function Moves({ enquiry }: { enquiry: Enquiry }) {
  const [asked, setAsked] = useState<'lost' | 'provisioned'>();
  const change = useChange(enquiry);
  const buttons = useRef<HTMLDivElement>(null);
  useKeptFocus(buttons, `${enquiry.state} ${asked}`);

  function press(state: EnquiryState) {
    change.reset();
    if (needsReason(state)) setAsked('lost');
    else if (state === 'provisioned') setAsked('provisioned');
    else void change.run((target) => move(target, state), `${enquiry.name}: ${stateNames[state]}.`);
  }

  return (
    <div className="moves">
      <div className="moves__buttons" ref={buttons} tabIndex={-1}>
        {enquiry.moves.map((state) => (
          <Button
            key={state}
            variant={isWayOut(state) ? 'secondary' : 'primary'}
            busy={change.isRunning}
            onClick={() => press(state)}
          >
            {moveNames[state]}
          </Button>
        ))}
      </div>
      <Refusal text={change.refusal} />
      <LostDialog open={asked === 'lost'} enquiry={enquiry} onClose={() => setAsked(undefined)} />
      <ProvisionDialog open={asked === 'provisioned'} enquiry={enquiry} onClose={() => setAsked(undefined)} />
    </div>
  );
}

/** A step that was taken goes away, and the keyboard would start again at the top of the page: it stays where the next one is. */
function useKeptFocus(place: RefObject<HTMLElement | null>, step: string): void {
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current !== step && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
    seen.current = step;
  }, [place, step]);
}
