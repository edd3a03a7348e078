import { Button } from '@muster/ui/button';
import { fileSize } from '../../lib/format/format.ts';
import { attempt, say } from '../frame/notice.tsx';
import { useOneTap } from '../frame/one-tap.ts';
import { Sheet } from '../frame/sheet.tsx';
import type { Entry } from '../outbox/store.ts';
import { usePart } from '../outbox/sending.ts';
import { useField } from '../state.ts';
import { sendNow } from '../sync.ts';
import { Unsent } from '../visit/status-words.tsx';

/** The entry of a file that has not left the phone, if it waits for more than a connection. */
export function useHeld(file: string): Entry | undefined {
  const { entries } = useField();
  return entries.find(
    ({ deed, state }) =>
      state === 'waiting' && deed.kind === 'file' && deed.file === file && deed.goes !== undefined,
  );
}

/** How it stands with a file that has not been sent. */
export function WaitingFile({ file }: { file: string }) {
  const part = usePart(file);
  const held = useHeld(file);
  return <Unsent isWaiting part={part} words={held && part === undefined ? heldWords(held) : undefined} />;
}

export function heldWords({ deed }: Entry): string | undefined {
  if (deed.kind !== 'file' || deed.goes === undefined) return undefined;
  return deed.goes === 'on wi-fi' ? 'Waits for Wi-Fi' : 'Waits for you';
}

/** Sends it all the same. */
export function SendNow({ entry }: { entry: Entry }) {
  const { isBusy, once } = useOneTap();
  if (entry.deed.kind !== 'file') return null;
  const { name, content } = entry.deed;
  return (
    <Button
      variant="secondary"
      busy={isBusy}
      onClick={() => void once(() => attempt(() => sendNow(entry)))}
      aria-label={`Send ${name} now, ${fileSize(content.size)}`}
    >
      Send now ({fileSize(content.size)})
    </Button>
  );
}

/** Asked where the browser does not tell over what it sends: the file is safe on the phone, whatever is chosen. */
export function SendQuestion({ file, onClose }: { file: string; onClose: () => void }) {
  const entry = useHeld(file);
  const { isBusy, once } = useOneTap();
  if (entry?.deed.kind !== 'file') return null;
  const { name, content } = entry.deed;
  const send = async () => {
    if (await attempt(() => sendNow(entry))) {
      say('It’s sent as soon as there’s a connection.');
      onClose();
    }
  };
  return (
    <Sheet title={`Send ${fileSize(content.size)} now?`} onClose={onClose}>
      <p>
        <strong>{name}</strong> is saved on this phone. Without Wi-Fi, sending it uses your mobile data.
      </p>
      <div className="field-stack">
        <Button className="is-main" wide busy={isBusy} onClick={() => void once(send)}>
          Send now
        </Button>
        <Button className="is-main" wide variant="secondary" onClick={onClose}>
          Later
        </Button>
      </div>
      <p className="field-words">Later: open “Waiting to send” and tap “Send now”.</p>
    </Sheet>
  );
}
