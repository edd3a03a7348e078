import { Button } from '@mantine/core';
import { standing } from '@muster/domain/field-records/rules';
import type { NamedFieldRecord, FieldRecord } from '@muster/domain/field-records/schema';
import type { VisitRecord } from '@muster/domain/visits/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NamedFile } from '../../../lib/files.ts';
import { Files } from '../../../lib/kit/files/files.tsx';
import { Lightbox } from '../../../lib/kit/files/lightbox.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { recordsQuery, retractRecord } from '../api.ts';
import { CheckList } from './check-list.tsx';
import { NoteForm } from './note-form.tsx';
import { RecordList } from './record-list.tsx';
import { Signatures } from './signatures.tsx';
import { VisitTimes } from './visit-times.tsx';
import './visit-field.css';

interface VisitFieldProps {
  visit: Pick<VisitRecord, 'id' | 'check_list' | 'assignments'>;
  /** "J-1042/1". */
  number: string;
  /** Of the visit; undefined until they are read. */
  files: readonly NamedFile[] | undefined;
  /** Of the site. */
  zone: string;
}

/** What comes in from the field of a visit, as it comes in. */
export function VisitField({ visit, number, files: read, zone }: VisitFieldProps) {
  const files = read ?? [];
  const queryClient = useQueryClient();
  const query = recordsQuery(visit.id);
  const records = useQuery(query);
  const { run } = useCommand();
  const [isNoting, setNoting] = useState(false);
  const [shown, show] = useState<string>();
  const known = standing(records.data ?? []);
  const of = (...kinds: FieldRecord['kind'][]) => known.filter(({ kind }) => kinds.includes(kind));
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: query.queryKey });
  const answered = new Set(of('check').map(({ content }) => content['value']));

  async function retract({ id, version }: NamedFieldRecord) {
    await run({
      what: [id, version, 'retract'],
      send: (key) => retractRecord(id, key),
      done: 'It is taken back.',
    });
    readAgain();
  }

  const lists = { zone, onRetract: (record: NamedFieldRecord) => void retract(record) };
  return (
    <div className="visit-field">
      <VisitTimes assignments={visit.assignments} zone={zone} />
      <RecordList title="Running late" records={of('late').slice(-1)} {...lists} />
      <CheckList items={visit.check_list} records={known} files={read} zone={zone} onShow={show} />
      <RecordList title="Notes from the visit" records={of('note')} {...lists} />
      <RecordList title="Parts used" records={of('part')} {...lists} />
      <RecordList title="Corrected times" records={of('time')} {...lists} />
      <Signatures records={of('signature')} files={files} onShow={show} {...lists} />
      {records.error && (
        <p role="alert" className="visit-field__problem">
          What was noted could not be loaded. {records.error.message}{' '}
          <Button size="compact-xs" onClick={() => void records.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {isNoting && (
        <NoteForm
          visit={visit.id}
          onCancel={() => setNoting(false)}
          onDone={() => {
            setNoting(false);
            readAgain();
          }}
        />
      )}
      <Files
        subject="visit"
        subjectId={visit.id}
        name={number}
        around=".visit-card"
        isTiled
        // An answer with a photo stands in the check list, and a signature with its name.
        files={files.filter(({ id, kind }) => kind !== 'signature' && !answered.has(id))}
        action={
          !isNoting && (
            <Button variant="subtle" size="compact-sm" onClick={() => setNoting(true)}>
              Add note
            </Button>
          )
        }
      />
      <Lightbox files={files} shown={shown} onShow={show} onDelete={undefined} />
    </div>
  );
}
