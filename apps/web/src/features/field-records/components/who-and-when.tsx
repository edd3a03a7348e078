import type { NamedFieldRecord } from '@muster/domain/field-records/schema';
import { moment } from '../../../lib/format.ts';

interface WhoAndWhenProps {
  record: Pick<NamedFieldRecord, 'author' | 'noted_at'>;
  /** Of the site. */
  zone: string;
}

/** "Priya Nair · Mon 16 Nov, 9:05 am". */
export function WhoAndWhen({ record: { author, noted_at }, zone }: WhoAndWhenProps) {
  return (
    <small className="visit-field__who">
      {author || 'A program'} · <time dateTime={noted_at}>{moment(noted_at, zone)}</time>
    </small>
  );
}
