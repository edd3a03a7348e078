import { standing } from '@muster/domain/field-records/rules';
import { Button } from '@muster/ui/button';
import { useState } from 'react';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { usePicture } from './file-tile.tsx';
import { Noted } from './noted.tsx';
import { type BegunSignature, SignatureSheet } from './signature-sheet.tsx';
import './work.css';

/** That the customer has seen the work, by their own hand. */
export function Signature({ visit }: { visit: ShownVisit }) {
  const [isOpen, setOpen] = useState(false);
  const [begun, setBegun] = useState<BegunSignature>();
  const signed = standing(visit.records).filter(({ kind }) => kind === 'signature');
  return (
    <section className="field-card" aria-label="Customer's signature">
      <h2>Customer's signature</h2>
      {signed.map((record) => (
        <Noted key={record.id} visit={visit} record={record} what="signature">
          <Picture visit={visit} file={String(record.content['file_id'])} />
          <p>Signed by {String(record.content['name'])}</p>
        </Noted>
      ))}
      {begun && (
        <p className="small-words" data-tone="attention">
          <Glyph name="warning" />
          Begun and not kept yet. It is gone when you leave this page.
        </p>
      )}
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Glyph name="pen" />
        {begun
          ? 'Go on with the signature'
          : signed.length === 0
            ? 'Let the customer sign'
            : 'Let somebody else sign'}
      </Button>
      {isOpen && (
        <SignatureSheet
          visit={visit}
          begun={begun}
          onClose={(left) => {
            setBegun(left);
            setOpen(false);
          }}
        />
      )}
    </section>
  );
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
