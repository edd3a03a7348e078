import { Button } from '@mantine/core';
import type { NamedFieldRecord } from '@muster/domain/field-records/schema';
import { moment } from '../../../lib/format.ts';
import { contentOf, type NamedFile } from '../../../lib/files.ts';
import { textOf } from '../model/content.ts';

interface SignaturesProps {
  records: readonly NamedFieldRecord[];
  files: readonly NamedFile[];
  /** Of the site. */
  zone: string;
  onShow: (file: string) => void;
  onRetract: (record: NamedFieldRecord) => void;
}

/** Who signed that the work was done: as a picture, with the name and the time. */
export function Signatures({ records, files, zone, onShow, onRetract }: SignaturesProps) {
  if (records.length === 0) return null;
  return (
    <section className="visit-field__part" aria-label="Signature">
      <h4>Signature</h4>
      {records.map((record) => {
        const name = textOf(record.content, 'name');
        const file = files.find(({ id }) => id === record.content['file_id']);
        return (
          <figure key={record.id} className="visit-field__signature">
            {file?.state === 'ready' ? (
              <button
                type="button"
                className="visit-field__ink"
                aria-label={`Open the signature of ${name}`}
                onClick={() => onShow(file.id)}
              >
                <img src={contentOf(file.id)} alt="" />
              </button>
            ) : (
              <span className="visit-field__pending">The picture is being checked.</span>
            )}
            <figcaption>
              <b>{name}</b>
              <small className="visit-field__who">
                {moment(record.noted_at, zone)} · taken by {record.author || 'a program'}
              </small>
            </figcaption>
            <Button
              variant="subtle"
              size="compact-xs"
              color="grey"
              aria-label={`Take back: signature of ${name}`}
              onClick={() => onRetract(record)}
            >
              Take back
            </Button>
          </figure>
        );
      })}
    </section>
  );
}
