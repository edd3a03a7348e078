import { Button } from '@mantine/core';
import type { NamedFieldRecord } from '@muster/domain/field-records/schema';
import { lengthInWords } from '@muster/domain/values/clock-words';
import type { ReactNode } from 'react';
import { moment } from '../../../lib/format.ts';
import { textOf } from '../model/content.ts';
import { WhoAndWhen } from './who-and-when.tsx';

interface RecordListProps {
  title: string;
  records: readonly NamedFieldRecord[];
  /** Of the site. */
  zone: string;
  onRetract: (record: NamedFieldRecord) => void;
}

/** Facts of one kind, each with who noted it and when, and the way to take a mistake back. */
export function RecordList({ title, records, zone, onRetract }: RecordListProps) {
  if (records.length === 0) return null;
  return (
    <section className="visit-field__part" aria-label={title}>
      <h4>{title}</h4>
      <ul className="visit-field__records">
        {records.map((record) => (
          <li key={record.id} data-kind={record.kind}>
            <div className="visit-field__words">
              <Words record={record} zone={zone} />
              <WhoAndWhen record={record} zone={zone} />
            </div>
            <Button
              variant="subtle"
              size="compact-xs"
              color="grey"
              aria-label={`Take back: ${nameOf(record)}`}
              onClick={() => onRetract(record)}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ record, zone }: { record: NamedFieldRecord; zone: string }): ReactNode {
  const { kind, content } = record;
  if (kind === 'note') return <p className="visit-field__note">{textOf(content, 'text')}</p>;
  if (kind === 'part')
    return (
      <span>
        <b>{String(content['quantity'])} ×</b> {textOf(content, 'name')}
      </span>
    );
  if (kind === 'late')
    return (
      <span className="visit-field__late">
        {lengthInWords(Number(content['minutes']))} late
        {textOf(content, 'text') && `: ${textOf(content, 'text')}`}
      </span>
    );
  return (
    <span>
      {moment(textOf(content, 'on_site_at'), zone)} to {moment(textOf(content, 'done_at'), zone)}:{' '}
      {textOf(content, 'reason')}
    </span>
  );
}

const longest = 40;

function nameOf({ kind, content }: NamedFieldRecord): string {
  if (kind === 'late') return 'running late';
  if (kind === 'time') return 'corrected times';
  return (textOf(content, 'text') || textOf(content, 'name') || kind).slice(0, longest);
}
