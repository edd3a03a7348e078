import { Button } from '@muster/ui/button';
import { Field } from '@muster/ui/field';
import { useEffect, useRef, useState } from 'react';
import SignaturePad, { type PointGroup } from 'signature_pad';
import { commandId } from '../../lib/command-id.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { complain, keepAt } from '../frame/notice.ts';
import { useOneTap } from '../frame/one-tap.ts';
import { Sheet } from '../frame/sheet.tsx';
import { pictureOfName } from './name-picture.ts';

/** A label alone says nothing of a canvas: without a role it is not read out. */
const place = { role: 'img', 'aria-label': 'Place to sign with a finger' } as const;

/** A signature that is not kept yet. */
export interface BegunSignature {
  name: string;
  isByName: boolean;
  strokes: PointGroup[];
}

interface SignatureSheetProps {
  visit: ShownVisit;
  /** What was there when it was closed before it was kept. */
  begun: BegunSignature | undefined;
  /** With what is there and not kept: a thumb that slips must not send the customer back to the beginning. */
  onClose: (begun: BegunSignature | undefined) => void;
}

/**
 * A name, and a hand. Turning the phone gives the hand more room, and keeps what is drawn. Whoever cannot draw signs with the name alone.
 */
export function SignatureSheet({ visit, begun, onClose }: SignatureSheetProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  const [strokes] = useState(begun?.strokes ?? []);
  const [name, setName] = useState(begun?.name ?? '');
  const [isDrawn, setDrawn] = useState(strokes.length > 0);
  const [isByName, setByName] = useState(begun?.isByName ?? false);
  const { isBusy, once } = useOneTap();
  useEffect(() => {
    const element = canvas.current!;
    // White and black in both themes: it is printed.
    const made = new SignaturePad(element, {
      backgroundColor: '#ffffff',
      penColor: '#111111',
      maxWidth: 3.5,
    });
    made.fromData(strokes);
    pad.current = made;
    const ended = () => setDrawn(!made.isEmpty());
    made.addEventListener('endStroke', ended);
    const fit = new ResizeObserver(() => fitTo(element, made));
    fit.observe(element);
    return () => {
      fit.disconnect();
      made.off();
    };
  }, [strokes]);
  function close() {
    const isBegun = isDrawn || isByName || name.trim() !== '';
    onClose(isBegun ? { name, isByName, strokes: pad.current!.toData() } : undefined);
  }
  async function keep() {
    const content = await (isByName ? pictureOfName(name.trim()) : drawn(canvas.current!, pad.current!));
    if (!content) return complain('The signature could not be read. Please draw it again.');
    const file = commandId();
    const taken_at = new Date().toISOString();
    const record = {
      kind: 'signature',
      content: { name: name.trim(), file_id: file },
      noted_at: taken_at,
    } as const;
    const isKept = await keepAt(
      visit,
      'Signature added',
      { kind: 'file', file, as: 'signature', name: 'signature.png', content, taken_at },
      { kind: 'record', record },
    );
    if (isKept) onClose(undefined);
  }
  return (
    <Sheet
      title="Customer's signature"
      onClose={close}
      actions={
        <>
          <Button
            className="is-main"
            variant="secondary"
            onClick={() => {
              pad.current?.clear();
              setDrawn(false);
              setByName(false);
            }}
          >
            Clear
          </Button>
          <Button
            className="is-main"
            busy={isBusy}
            disabled={!(isDrawn || isByName) || name.trim() === ''}
            onClick={() => void once(keep)}
          >
            {keepWords(isDrawn || isByName, name)}
          </Button>
        </>
      }
    >
      <div className="signing">
        <Field
          label="Name of whoever signs"
          maxLength={200}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {isByName && (
          <p className="signature signature--name">
            <span>{name.trim() || 'Name'}</span>
            <small>Signed by name</small>
          </p>
        )}
        <canvas ref={canvas} className="signature" hidden={isByName} {...place} />
        <div>
          <p className="field-words work__hint">
            {!isByName && 'Sign with a finger. '}
            {visit.customer.name}, {visit.number}
          </p>
          <label className="tick">
            <input type="checkbox" checked={isByName} onChange={(event) => setByName(event.target.checked)} />
            <span>Sign by name, without drawing</span>
          </label>
        </div>
      </div>
    </Sheet>
  );
}

/** What the button does, or what it waits for. */
function keepWords(isDrawn: boolean, name: string): string {
  if (!isDrawn) return 'Sign first';
  return name.trim() === '' ? 'Name first' : 'Keep';
}

/** As many dots as the screen has; what was drawn is drawn again. */
function fitTo(canvas: HTMLCanvasElement, pad: SignaturePad): void {
  const ratio = Math.max(1, devicePixelRatio);
  const [width, height] = [canvas.offsetWidth * ratio, canvas.offsetHeight * ratio];
  if (canvas.width === width && canvas.height === height) return;
  const strokes = pad.toData();
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')!.scale(ratio, ratio);
  pad.clear();
  pad.fromData(strokes);
}

const MARGIN = 16;

/** The signature alone, without the empty place around it. */
function drawn(canvas: HTMLCanvasElement, pad: SignaturePad): Promise<Blob | null> {
  const points = pad.toData().flatMap(({ points }) => points);
  const ratio = canvas.width / canvas.offsetWidth;
  const across = spanOf(
    points.map(({ x }) => x * ratio),
    canvas.width,
  );
  const down = spanOf(
    points.map(({ y }) => y * ratio),
    canvas.height,
  );
  const cut = Object.assign(document.createElement('canvas'), { width: across.size, height: down.size });
  cut.getContext('2d')!.drawImage(canvas, -across.from, -down.from);
  return new Promise((resolve) => cut.toBlob(resolve, 'image/png'));
}

/** Where something lies along one side, with a margin, in whole dots. */
function spanOf(places: readonly number[], most: number): { from: number; size: number } {
  const from = Math.max(0, Math.floor(Math.min(...places)) - MARGIN);
  const to = Math.min(most, Math.ceil(Math.max(...places)) + MARGIN);
  return { from, size: Math.max(1, to - from) };
}
