import { Button, VisuallyHidden, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { standing } from '@muster/domain/field/field-records/rules';
import type { NamedFieldRecord, FieldRecord } from '@muster/domain/field/field-records/schema';
import type { VisitRecord, Visit } from '@muster/domain/work/visits/schema';
import { isOver } from '@muster/domain/work/visits/states';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lengthInWords } from '@muster/domain/values/clock-words';
import { contentOf, type NamedFile } from '../../../../lib/files/files.ts';
import { Files } from '../../../../lib/kit/files/files.tsx';
import { Lightbox } from '../../../../lib/kit/files/lightbox.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { recordsQuery, retractRecord, addRecord } from '../api.ts';
import { Thumbnail } from '../../../../lib/kit/files/thumbnail.tsx';
import { type CheckLine, checkLines, formerLines, textOf } from '../model/check-list.ts';
import { moment } from '../../../../lib/format/format.ts';
import { fromField, toField } from '../../../../lib/format/moment-field.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { type TimeRow, timeRows } from '../model/times.ts';
import './visit-field.css';

interface VisitFieldProps {
  visit: Pick<VisitRecord, 'entered_at' | 'id' | 'state' | 'check_list' | 'assignments'>;
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
      done: 'Taken back.',
    });
    readAgain();
  }

  const { assignments } = visit;
  const nameOf = (technician: unknown) =>
    assignments.length > 1
      ? assignments.find(({ technician_id }) => technician_id === technician)?.technician_name
      : undefined;
  const lists = { zone, nameOf, onRetract: (record: NamedFieldRecord) => void retract(record) };
  return (
    <div className="visit-field">
      <VisitTimes visit={visit} zone={zone} onCorrected={readAgain} />
      <RecordList title="Running late" records={of('late').slice(-1)} {...lists} />
      <CheckList items={visit.check_list} records={known} files={read} zone={zone} onShow={show} />
      <RecordList title="Notes from the visit" records={of('note')} {...lists} />
      <RecordList title="Parts used" records={of('part')} {...lists} />
      <RecordList title="Corrected times" records={of('time')} {...lists} />
      <Signatures records={of('signature')} files={files} onShow={show} {...lists} />
      {records.error && (
        <p role="alert" className="visit-field__problem">
          Couldn’t load the visit’s records. {records.error.message}{' '}
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

interface CheckListProps extends LinesProps {
  items: Visit['check_list'];
  records: readonly NamedFieldRecord[];
}

interface LinesProps {
  /** Of the visit: an answer may be a photo. Undefined until they are read. */
  files: readonly NamedFile[] | undefined;
  onShow: (file: string) => void;
  zone: string;
}

/** What is to be checked at a visit, and what was found; also what was answered before the list was changed. */
function CheckList({ items, records, ...rest }: CheckListProps) {
  const lines = checkLines(items, records, rest.files);
  const done = lines.filter(({ isDone }) => isDone).length;
  return (
    <>
      <Lines title="Checklist" count={`${done} of ${lines.length}`} lines={lines} {...rest} />
      <Lines
        title="Answers to items no longer on the list"
        lines={formerLines(items, records, rest.files)}
        {...rest}
      />
    </>
  );
}

interface TitledLines extends LinesProps {
  title: string;
  count?: string;
  lines: readonly CheckLine[];
}

function Lines({ title, count, lines, files, onShow, zone }: TitledLines) {
  if (lines.length === 0) return null;
  return (
    <section className="visit-field__part" aria-label={title}>
      <h4>
        {title} {count !== undefined && <span className="visit-field__count">{count}</span>}
      </h4>
      <ul className="visit-field__checks">
        {lines.map((line) => (
          <li key={line.place} data-done={line.isDone || undefined}>
            <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
              <path
                d={
                  line.isDone
                    ? 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM6.8 10.2l2.2 2.2L13.2 8'
                    : 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z'
                }
              />
            </svg>
            <span className="visit-field__words">
              <span>
                <VisuallyHidden>{line.isDone ? 'Done: ' : 'Open: '}</VisuallyHidden>
                {line.text}
                {line.isRequired && !line.isDone && <em> required</em>}
              </span>
              <Answer line={line} files={files} onShow={onShow} />
            </span>
            {line.record && line.isDone && <WhoAndWhen record={line.record} zone={zone} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AnswerProps extends Pick<LinesProps, 'files' | 'onShow'> {
  line: CheckLine;
}

function Answer({ line: { answer, text, kind, isRemoved }, files, onShow }: AnswerProps) {
  if (isRemoved) return <b>Photo removed</b>;
  if (answer === undefined) return null;
  const photo = files?.find(({ id }) => id === answer);
  if (!photo) return kind === 'photo' ? null : <b>{answer}</b>;
  return (
    <button
      type="button"
      className="visit-field__photo"
      aria-label={`Open the photo for ${text}`}
      onClick={() => onShow(photo.id)}
    >
      <Thumbnail file={photo} />
    </button>
  );
}

interface RecordListProps {
  title: string;
  records: readonly NamedFieldRecord[];
  /** Of the site. */
  zone: string;
  /** Who it is about, where the crew has several. */
  nameOf: (technician: unknown) => string | undefined;
  onRetract: (record: NamedFieldRecord) => void;
}

/** Facts of one kind, each with who noted it and when, and the way to take a mistake back. */
function RecordList({ title, records, zone, nameOf: whose, onRetract }: RecordListProps) {
  if (records.length === 0) return null;
  return (
    <section className="visit-field__part" aria-label={title}>
      <h4>{title}</h4>
      <ul className="visit-field__records">
        {records.map((record) => (
          <li key={record.id} data-kind={record.kind}>
            <div className="visit-field__words">
              <Words record={record} zone={zone} whose={whose(record.content['technician_id'])} />
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

interface WordsProps {
  record: NamedFieldRecord;
  zone: string;
  whose: string | undefined;
}

function Words({ record, zone, whose }: WordsProps): ReactNode {
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
      {whose === undefined ? '' : `${whose}: `}
      {moment(textOf(content, 'on_site_at'), zone)}
      {content['done_at'] === null ? '' : ` to ${moment(textOf(content, 'done_at'), zone)}`}:{' '}
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

const LONGEST = 5_000;

interface NoteFormProps {
  visit: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Something the office wants to be known of a visit. */
function NoteForm({ visit, onDone, onCancel }: NoteFormProps) {
  const [text, setText] = useState('');
  const { run, isRunning } = useCommand();
  const first = useRef<HTMLTextAreaElement>(null);
  // Whoever asked for it wants to write.
  useEffect(() => first.current?.focus(), []);

  async function save() {
    if (text.trim() === '' || isRunning) return;
    const record = await run({
      what: [visit, text],
      send: (key) => addRecord(visit, { kind: 'note', content: { text: text.trim() } }, key),
      done: 'Note added.',
    });
    if (record) onDone();
  }

  return (
    <FormFrame label="New note" isSaving={isRunning} onSubmit={() => void save()} onCancel={onCancel}>
      <Textarea
        label="Note"
        autosize
        ref={first}
        minRows={2}
        maxRows={10}
        maxLength={LONGEST}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs" mt="xs">
        <ActionButton
          size="compact-sm"
          variant="filled"
          busy={isRunning || text.trim() === ''}
          onClick={() => void save()}
        >
          Add note
        </ActionButton>
        <Button size="compact-sm" variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </FormFrame>
  );
}

interface SignaturesProps {
  records: readonly NamedFieldRecord[];
  files: readonly NamedFile[];
  /** Of the site. */
  zone: string;
  onShow: (file: string) => void;
  onRetract: (record: NamedFieldRecord) => void;
}

/** Who signed that the work was done: as a picture, with the name and the time. */
function Signatures({ records, files, zone, onShow, onRetract }: SignaturesProps) {
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

interface VisitTimesProps {
  visit: VisitFieldProps['visit'];
  /** Of the site. */
  zone: string;
  onCorrected: () => void;
}

/** When each of the crew set out, arrived and was done, beside what was planned, and the way to put that right. */
function VisitTimes({ visit, zone, onCorrected }: VisitTimesProps) {
  const { assignments } = visit;
  const [corrected, correct] = useState<string>();
  const told = assignments.map((assignment) => ({ assignment, rows: timeRows(assignment, zone) }));
  if (!isOver(visit.state) && told.every(({ rows }) => rows.length === 0)) return null;
  const isCrew = assignments.length > 1;
  return told.map(({ assignment, rows }) => {
    const { id, technician_name: name } = assignment;
    return (
      <div key={id}>
        <TimesTable
          caption={isCrew ? `Times of ${name}` : 'Times'}
          rows={rows}
          isEntered={visit.entered_at !== null}
        />
        {corrected === id ? (
          <TimesForm
            visit={visit.id}
            assignment={assignment}
            isCrew={isCrew}
            zone={zone}
            onCancel={() => correct(undefined)}
            onDone={() => {
              correct(undefined);
              onCorrected();
            }}
          />
        ) : (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={isCrew ? `${correctWords(rows)} of ${name}` : undefined}
            onClick={() => correct(id)}
          >
            {correctWords(rows)}
          </Button>
        )}
      </div>
    );
  });
}

function correctWords(rows: readonly TimeRow[]): string {
  return rows.length === 0 ? 'Enter times' : 'Correct times';
}

interface TimesTableProps {
  caption: string;
  rows: readonly TimeRow[];
  /** Whether the office entered the visit afterwards: nothing was planned then. */
  isEntered: boolean;
}

function TimesTable({ caption, rows, isEntered }: TimesTableProps) {
  return (
    <table className="visit-field__times">
      <caption>{caption}</caption>
      {rows.length > 0 && (
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Step</VisuallyHidden>
            </th>
            {!isEntered && <th scope="col">Planned</th>}
            <th scope="col">{isEntered ? 'Entered' : 'Actual'}</th>
            {!isEntered && <th scope="col">Difference</th>}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ label, planned, actual, difference, isOff }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {!isEntered && <td>{planned}</td>}
            <td>{actual}</td>
            {!isEntered && <td data-off={isOff || undefined}>{difference}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TimesFormProps {
  visit: string;
  assignment: VisitRecord['assignments'][number];
  /** Whether there are others, whose times are their own. */
  isCrew: boolean;
  zone: string;
  onDone: () => void;
  onCancel: () => void;
}

const LONGEST_REASON = 500;

/** The times of one of the crew, put right with a reason; what was measured stays beside them. */
function TimesForm({ visit, assignment, isCrew, zone, onDone, onCancel }: TimesFormProps) {
  const { technician_id, technician_name, on_site_at, done_at, starts_at } = assignment;
  const [arrived, setArrived] = useState(() => toField(on_site_at ?? starts_at, zone));
  const [done, setDone] = useState(() => (done_at === null ? '' : toField(done_at, zone)));
  const [reason, setReason] = useState('');
  const { run, isRunning } = useCommand();
  const [from, to] = [fromField(arrived, zone), fromField(done, zone)];
  const isBackwards = from !== undefined && to !== undefined && to < from;
  const canSave =
    from !== undefined && !isBackwards && reason.trim() !== '' && !(done_at !== null && to === undefined);

  async function save() {
    if (!canSave || isRunning) return;
    const content = {
      on_site_at: from,
      done_at: to ?? null,
      reason: reason.trim(),
      ...(isCrew && { technician_id }),
    };
    const record = await run({
      what: [visit, content],
      send: (key) => addRecord(visit, { kind: 'time', content }, key),
      done: isCrew ? `Times of ${technician_name} corrected.` : 'Times corrected.',
    });
    if (record) onDone();
  }

  return (
    <FormFrame
      label={isCrew ? `Times of ${technician_name}` : 'Times'}
      isSaving={isRunning}
      onSubmit={() => void save()}
      onCancel={onCancel}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs" mb="xs">
        <TextInput
          label="Arrived"
          type="datetime-local"
          value={arrived}
          onChange={(event) => setArrived(event.currentTarget.value)}
        />
        <TextInput
          label="Finished"
          type="datetime-local"
          value={done}
          error={isBackwards && 'The end can’t be before the arrival.'}
          onChange={(event) => setDone(event.currentTarget.value)}
        />
      </SimpleGrid>
      <TextInput
        label="Why"
        maxLength={LONGEST_REASON}
        placeholder="For example, forgot to tap"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group gap="xs" mt="xs">
        <ActionButton
          size="compact-sm"
          variant="filled"
          busy={isRunning || !canSave}
          onClick={() => void save()}
        >
          Save times
        </ActionButton>
        <Button size="compact-sm" variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </FormFrame>
  );
}

interface WhoAndWhenProps {
  record: Pick<NamedFieldRecord, 'author' | 'noted_at'>;
  /** Of the site. */
  zone: string;
}

/** "Priya Nair · Mon 16 Nov, 9:05 am". */
function WhoAndWhen({ record: { author, noted_at }, zone }: WhoAndWhenProps) {
  return (
    <small className="visit-field__who">
      {author || 'A program'} · <time dateTime={noted_at}>{moment(noted_at, zone)}</time>
    </small>
  );
}
