import { Group } from '@mantine/core';
import { needsReason } from '@muster/domain/sales/enquiries/pipeline';
import type { EnquiryState } from '@muster/domain/sales/enquiries/pipeline';
import { useEffect, useRef, useState } from 'react';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { move } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { isWayOut, moveDone, moveNames } from '../model/state-words.ts';
import { LostDialog } from './lost-dialog.tsx';
import { ProvisionDialog } from './provision-dialog.tsx';
import { useEnquiryEdit } from './use-enquiry-edit.ts';

/** The states that the enquiry can move to. The button for the way forward stands out. `children`: other things to do. */
export function Moves({ enquiry, children }: { enquiry: Enquiry; children?: ReactNode }) {
  const [asked, setAsked] = useState<'lost' | 'provisioned'>();
  const edit = useEnquiryEdit(enquiry);
  const buttons = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useKeptFocus(buttons, enquiry.state);

  function press(event: MouseEvent<HTMLButtonElement>, state: EnquiryState) {
    edit.reset();
    opener.current = event.currentTarget;
    if (needsReason(state)) setAsked('lost');
    else if (state === 'provisioned') setAsked('provisioned');
    else
      void edit.run({
        what: state,
        send: (target, key) => move(target, state, undefined, key),
        done: moveDone(enquiry.name, state),
      });
  }

  /** The button that opened a dialog may be gone by the time it closes, because the enquiry has moved on. */
  function returnFocus() {
    const place = opener.current?.isConnected ? opener.current : buttons.current;
    place?.focus({ preventScroll: true });
  }

  const dialog = { enquiry, onClose: () => setAsked(undefined), onClosed: returnFocus };
  return (
    <div>
      <Group gap="xs" ref={buttons} tabIndex={-1}>
        {enquiry.moves.map((state) => (
          <ActionButton
            key={state}
            variant={isWayOut(state) ? 'default' : 'filled'}
            busy={edit.isRunning}
            onClick={(event) => press(event, state)}
          >
            {moveNames[state]}
          </ActionButton>
        ))}
        {children}
      </Group>
      <Refusal text={edit.refusal} />
      <LostDialog open={asked === 'lost'} {...dialog} />
      <ProvisionDialog open={asked === 'provisioned'} {...dialog} />
    </div>
  );
}

/** The button of a move goes away with it, and the keyboard would start again at the top of the page. It stays with the buttons. */
function useKeptFocus(place: RefObject<HTMLElement | null>, step: string): void {
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current !== step && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
    seen.current = step;
  }, [place, step]);
}
