import { whoIsThere } from '@muster/domain/work/contacts/rules';
import { signatureStatement } from '@muster/domain/field/reports/words';
import { standing } from '@muster/domain/field/field-records/rules';
import { Button } from '@muster/ui/button';
import { useId, useState, useEffect, useEffectEvent, useRef } from 'react';
import { Field } from '@muster/ui/field';
import SignaturePad from 'signature_pad';
import type { PointGroup } from 'signature_pad';
import { useDraft } from '../day/drafts.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Fold } from '../frame/fold.tsx';
import { Glyph } from '../frame/glyph.tsx';
import { drawnPicture, placed, upright, useSideways } from './ink.ts';
import { usePicture } from './file-tile.tsx';
import { Noted } from './notes.tsx';
import { commandId } from '../../lib/api/command.ts';
import { complain, keepAt } from '../frame/notice.tsx';
import { useOneTap } from '../frame/one-tap.ts';
import { Sheet } from '../frame/sheet.tsx';
import { SignedContent, signedContent } from './signed-content.tsx';
import './work.css';

interface SignatureProps {
  visit: ShownVisit;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** That the customer has seen the work, by their own hand. */
export function Signature({ visit, isOpen, onOpen, onClose }: SignatureProps) {
  const [draft, setDraft] = useDraft(visit.id, 'signature');
  const begun = draft === '' ? undefined : (JSON.parse(draft) as BegunSignature);
  const signed = standing(visit.records).filter(({ kind }) => kind === 'signature');
  return (
    <>
      <Fold
        id="signature"
        title="Customer's signature"
        count={signed.length}
        isWaiting={signed.some(({ id }) => visit.waiting.has(id))}
        startsOpen={begun !== undefined}
      >
        {signed.map((record) => (
          <Noted key={record.id} visit={visit} record={record} what="signature">
            <Picture visit={visit} file={String(record.content['file_id'])} />
            <p>Signed by {whoSigned(record.content)}</p>
          </Noted>
        ))}
        {begun && (
          <p className="small-words" data-tone="attention">
            <Glyph name="warning" />
            Started but not saved yet. Continue, then tap Save.
          </p>
        )}
        <Button variant="secondary" onClick={onOpen}>
          <Glyph name="pen" />
          {begun
            ? 'Continue the signature'
            : signed.length === 0
              ? 'Let the customer sign'
              : 'Let someone else sign'}
        </Button>
      </Fold>
      {/* Not inside: it is asked for from elsewhere, too, while this is folded. */}
      {isOpen && (
        <SignatureSheet
          visit={visit}
          begun={begun}
          onChange={(next) => setDraft(next === undefined ? '' : JSON.stringify(next))}
          onClose={onClose}
        />
      )}
    </>
  );
}

/** "Kim Cole, tenant". */
function whoSigned({ name, as }: Record<string, unknown>): string {
  return typeof as === 'string' ? `${String(name)}, ${as.toLowerCase()}` : String(name);
}

function Picture({ visit, file: id }: { visit: ShownVisit; file: string }) {
  const found = visit.files.find((file) => file.id === id);
  return found ? <Drawn file={found} /> : null;
}

function Drawn({ file }: { file: ShownVisit['files'][number] }) {
  const picture = usePicture(file, 'thumbnail');
  const [failed, setFailed] = useState<string>();
  if (picture === undefined || failed === picture) return null;
  return (
    <img className="signature__picture" src={picture} alt="Signature" onError={() => setFailed(picture)} />
  );
}

/** A label alone says nothing of a canvas: without a role it is not read out. */
const place = { role: 'img', 'aria-label': 'Place to sign with a finger' } as const;

/** A signature that is not kept yet. It is a draft like everything that is typed: a phone that rings must not send the customer back. */
interface BegunSignature {
  name: string;
  /** As what they sign; not there in one that was begun before that was asked. */
  as?: string;
  isByName: boolean;
  strokes: PointGroup[];
}

interface SignatureSheetProps {
  visit: ShownVisit;
  /** What was there when it was closed before it was kept. */
  begun: BegunSignature | undefined;
  /** With what is there and not kept; undefined where nothing is. */
  onChange: (begun: BegunSignature | undefined) => void;
  onClose: () => void;
}

const LONGEST_AS = 100;

/**
 * What is signed, by whom and as what, and a hand, along the longer side of the phone. Turning it keeps what is drawn. Whoever cannot
 * draw signs with the name alone.
 */
function SignatureSheet({ visit, begun, onChange, onClose }: SignatureSheetProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  const isSideways = useSideways();
  // As they are read, however the phone was held when they were drawn.
  const strokes = useRef<PointGroup[]>(begun?.strokes ?? []);
  const [expected] = useState(() => whoIsThere(visit, visit.site.id));
  const [name, setName] = useState(begun?.name ?? expected.name);
  const [as, setAs] = useState(begun?.as ?? expected.as);
  const ways = useId();
  // What is on the screen when it is kept is what was signed.
  const signed = signedContent(visit);
  const [isDrawn, setDrawn] = useState((begun?.strokes ?? []).length > 0);
  const [isByName, setByName] = useState(begun?.isByName ?? false);
  // What one tap has cleared, the next one brings back.
  const [cleared, setCleared] = useState<PointGroup[]>([]);
  const { isBusy, once } = useOneTap();
  function change(part: Partial<BegunSignature>) {
    const next = { name, as, isByName, strokes: strokes.current, ...part };
    const isRenamed = next.name !== expected.name || next.as !== expected.as;
    onChange(next.strokes.length > 0 || next.isByName || isRenamed ? next : undefined);
  }
  function draw(next: PointGroup[]) {
    strokes.current = next;
    setDrawn(next.length > 0);
    change({ strokes: next });
  }
  const drew = useEffectEvent(() => {
    setCleared([]);
    draw(upright(pad.current!.toData(), isSideways, canvas.current!.offsetWidth));
  });
  useEffect(() => {
    const element = canvas.current!;
    // White and black in both themes: it is printed.
    const made = new SignaturePad(element, {
      backgroundColor: '#ffffff',
      penColor: '#111111',
      maxWidth: 3.5,
    });
    pad.current = made;
    made.addEventListener('endStroke', () => drew());
    const fit = new ResizeObserver(() => fitTo(element, made, strokes.current, isSideways));
    fit.observe(element);
    return () => {
      fit.disconnect();
      made.off();
    };
  }, [isSideways]);
  function clear() {
    setCleared(strokes.current);
    pad.current!.clear();
    setByName(false);
    strokes.current = [];
    setDrawn(false);
    change({ isByName: false, strokes: [] });
  }
  function bringBack() {
    setCleared([]);
    draw(cleared);
    pad.current!.fromData(placed(cleared, isSideways, canvas.current!));
  }
  async function keep() {
    const content = await (isByName
      ? pictureOfName(name.trim())
      : drawnPicture(canvas.current!, pad.current!.toData(), isSideways));
    if (!content) return complain('The signature couldn’t be read. Please draw it again.');
    const file = commandId();
    const taken_at = new Date().toISOString();
    const record = {
      kind: 'signature',
      content: { name: name.trim(), as: as.trim(), file_id: file, signed },
      noted_at: taken_at,
    } as const;
    const isKept = await keepAt(
      visit,
      'Signature added',
      { kind: 'file', file, as: 'signature', name: 'signature.png', content, taken_at },
      { kind: 'record', record },
    );
    if (!isKept) return;
    onChange(undefined);
    onClose();
  }
  return (
    <Sheet
      title="Customer's signature"
      size="sideways"
      isHeld
      onClose={onClose}
      actions={
        <>
          <Field
            label="Name of the person signing"
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              change({ name: event.target.value });
            }}
          />
          <Field
            label="Signs as"
            maxLength={LONGEST_AS}
            autoComplete="off"
            list={ways}
            value={as}
            onChange={(event) => {
              setAs(event.target.value);
              change({ as: event.target.value });
            }}
          />
          <datalist id={ways}>
            {waysToSign(visit).map((way) => (
              <option key={way} value={way}>
                {way}
              </option>
            ))}
          </datalist>
          <Button variant="secondary" onClick={cleared.length > 0 ? bringBack : clear}>
            {cleared.length > 0 ? 'Bring it back' : 'Clear'}
          </Button>
          <Button
            busy={isBusy}
            disabled={!(isDrawn || isByName) || name.trim() === '' || as.trim() === ''}
            onClick={() => void once(keep)}
          >
            {keepWords(isDrawn || isByName, name, as)}
          </Button>
        </>
      }
    >
      <div className="signing__by">
        <p className="signing__statement">
          {signatureStatement({ name: name.trim(), as: as.trim(), customer: visit.customer.name })}
        </p>
        <label className="tick">
          <input
            type="checkbox"
            checked={isByName}
            onChange={(event) => {
              setByName(event.target.checked);
              change({ isByName: event.target.checked });
            }}
          />
          <span>Sign by name, without drawing</span>
        </label>
      </div>
      <SignedContent visit={visit} content={signed} />
      {isByName && (
        <p className="signature signature--name">
          <span>{name.trim() || 'Name'}</span>
          <small>Signed by name</small>
        </p>
      )}
      <div className="signature" hidden={isByName}>
        <canvas ref={canvas} {...place} />
        {!isDrawn && (
          <span className="signature__hint" aria-hidden>
            Sign here with a finger
          </span>
        )}
      </div>
    </Sheet>
  );
}

/** What the button does, or what it waits for. */
function keepWords(isDrawn: boolean, name: string, as: string): string {
  if (!isDrawn) return 'Sign first';
  if (name.trim() === '') return 'Name first';
  return as.trim() === '' ? 'Signs as what?' : 'Save';
}

/** What people sign as, the roles of this customer's contacts among them. */
function waysToSign({ contacts }: ShownVisit): string[] {
  return [
    ...new Set(['Customer', 'Owner', 'Tenant', 'Site manager', ...contacts.map(({ role }) => role)]),
  ].filter((way) => way !== '');
}

/** As many dots as the screen has; what was drawn is drawn again. */
function fitTo(
  canvas: HTMLCanvasElement,
  pad: SignaturePad,
  strokes: readonly PointGroup[],
  isSideways: boolean,
): void {
  const ratio = Math.max(1, devicePixelRatio);
  const [width, height] = [canvas.offsetWidth * ratio, canvas.offsetHeight * ratio];
  // While it is hidden it has no size, and what is on it stays.
  if (width === 0 || (canvas.width === width && canvas.height === height)) return;
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')!.scale(ratio, ratio);
  pad.clear();
  pad.fromData(placed(strokes, isSideways, canvas));
}

const [WIDTH, HEIGHT, NAME_MARGIN] = [1_200, 320, 48];
const FONT = 'system-ui, sans-serif';
const [NAME_SIZE, WORDS_SIZE] = [104, 44];

/** A name in plain letters, for whoever signs without drawing: it goes wherever a drawn signature goes, and says what it is. */
function pictureOfName(name: string): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d')!;
  // White and black in both themes: it is printed.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#111111';
  context.font = `${NAME_SIZE}px ${FONT}`;
  const room = WIDTH - 2 * NAME_MARGIN;
  const fit = Math.min(1, room / context.measureText(name).width);
  context.font = `${NAME_SIZE * fit}px ${FONT}`;
  context.fillText(name, NAME_MARGIN, HEIGHT / 2 + NAME_MARGIN / 4, room);
  context.fillStyle = '#555555';
  context.font = `${WORDS_SIZE}px ${FONT}`;
  context.fillText('Signed by name', NAME_MARGIN, HEIGHT - NAME_MARGIN);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
