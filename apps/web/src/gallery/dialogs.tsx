import { Button } from '@muster/ui/button';
import { Dialog, DialogActions } from '@muster/ui/dialog';
import { TextAreaField } from '@muster/ui/field';
import { useState } from 'react';

export function Dialogs() {
  const [asked, setAsked] = useState<'question' | 'form'>();
  const close = () => setAsked(undefined);
  return (
    <>
      <div className="g-row">
        <Button variant="secondary" onClick={() => setAsked('question')}>
          Ask a question
        </Button>
        <Button variant="secondary" onClick={() => setAsked('form')}>
          Ask for a reason
        </Button>
      </div>
      <Dialog open={asked === 'question'} title="Open an account for Wattle Creek?" onClose={close}>
        <p>This can be done once. Its owner is invited by mail.</p>
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button onClick={close}>Open the account</Button>
        </DialogActions>
      </Dialog>
      <Dialog open={asked === 'form'} title="Why was it lost?" onClose={close}>
        <TextAreaField label="Reason" hint="A few words for those who come later." />
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button variant="danger" onClick={close}>
            Mark as lost
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
