import {
  Alert,
  Button,
  FileButton,
  Group,
  List,
  Progress,
  Select,
  Stack,
  Text,
  Textarea,
  VisuallyHidden,
} from '@mantine/core';
import { MOST_IMPORT_CHARACTERS } from '@muster/domain/work/imports/schema';
import type { ImportKind } from '@muster/domain/records';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DragEvent, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, isGone } from '../../../../lib/api/api.ts';
import { createAttempts } from '../../../../lib/api/attempt.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { EmptyList } from '../../../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../../../lib/kit/row-skeleton.tsx';
import {
  discardDraft,
  draftImport,
  draftsQuery,
  editDraft,
  type Import,
  importQuery,
  leaveDraft,
  leftOutAddress,
  type Look,
  type Preview,
  previewKey,
  previewQuery,
  startImport,
} from '../api.ts';
import {
  asUuid,
  columnProblem,
  countWords,
  doneWords,
  headingsOf,
  leftOutWords,
  progressWords,
  rowMarks,
} from '../model/import-words.ts';
import { ImportRows } from './import-rows.tsx';
import './import-preview.css';
import './import-source.css';

interface ImportFlowProps {
  kind: ImportKind;
  /** The import that is open, as the address says; it lies with the server, so that whoever loads the page again still has it. */
  id: string | undefined;
  onOpen: (id: string | undefined) => void;
  /** The way to what was imported. */
  list: ReactNode;
}

/** A table in three steps: choose it, decide on its rows, import it. */
export function ImportFlow({ kind, id, onOpen, list }: ImportFlowProps) {
  return id === undefined ? (
    <NewImport kind={kind} onOpen={onOpen} />
  ) : (
    <OpenImport key={id} kind={kind} id={id} list={list} onOpen={onOpen} />
  );
}

function NewImport({ kind, onOpen }: Pick<ImportFlowProps, 'kind' | 'onOpen'>) {
  const [attempts] = useState(() => createAttempts());
  const drafting = useMutation({
    mutationFn: ({ csv, name }: { csv: string; name: string }) => {
      const table = { kind, csv, name };
      return draftImport(table, asUuid(attempts.keyFor(table)));
    },
    onSuccess: ({ id }) => onOpen(id),
    onSettled: (_, error) => {
      // Without an answer it may have been handed over all the same: the next try has the same id.
      if (!(error instanceof ApiError) || error.status !== 0) attempts.settle();
    },
  });
  return (
    <Stack>
      <ImportSource
        kind={kind}
        isBusy={drafting.isPending}
        onText={(csv, name) => drafting.mutate({ csv, name })}
      />
      <Refusal text={drafting.error?.message} />
      <Drafts kind={kind} onOpen={onOpen} />
    </Stack>
  );
}

/** What somebody began and did not finish. */
function Drafts({ kind, onOpen }: Pick<ImportFlowProps, 'kind' | 'onOpen'>) {
  const queryClient = useQueryClient();
  const { data: drafts = [] } = useQuery({ ...draftsQuery(kind), staleTime: 0 });
  const discarding = useMutation({
    mutationFn: discardDraft,
    onSettled: () => queryClient.invalidateQueries({ queryKey: draftsQuery(kind).queryKey }),
  });
  if (drafts.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label="Unfinished imports">
      <Text fw={600}>Unfinished imports</Text>
      {drafts.map(({ id, name, started_at }) => (
        <Group key={id} justify="space-between" className="import-row">
          <div>
            <Text>{name || 'Untitled'}</Text>
            <Text size="xs" c="dimmed">
              {moment(started_at)}
            </Text>
          </div>
          <Group gap="xs">
            <Button size="compact-sm" onClick={() => onOpen(id)}>
              Continue
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => discarding.mutate(id)}>
              Discard
            </Button>
          </Group>
        </Group>
      ))}
      <Refusal text={discarding.error?.message} />
    </Stack>
  );
}

interface OpenImportProps extends Omit<ImportFlowProps, 'id'> {
  id: string;
}

function OpenImport({ kind, id, list, onOpen }: OpenImportProps) {
  const queryClient = useQueryClient();
  const { tell, undo } = useUndo();
  const { data, error } = useQuery(importQuery(id));
  const before = useRef<string>(undefined);
  const again = () => onOpen(undefined);
  useEffect(() => {
    if (!data) return;
    const wasUnderWay = before.current !== undefined && before.current !== 'done';
    before.current = data.state;
    if (data.state !== 'done' || data.change === null || !wasUnderWay) return;
    tell(`${doneWords(data.done, kind)}.`, [{ change: data.change, made: true }]);
    void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['tables'] !== undefined });
  }, [data, kind, queryClient, tell]);

  if (!data)
    return error ? (
      <EmptyList
        title={isGone(error) ? 'This import is gone' : 'We couldn’t open this import'}
        text={
          isGone(error)
            ? 'It was discarded, is more than 30 days old, or was deleted when someone’s data was erased.'
            : error.message
        }
        action={<Button onClick={again}>Import a file</Button>}
      />
    ) : (
      <RowSkeleton rows={6} height={36} label="Opening the import" />
    );
  if (data.state === 'done')
    return (
      <Done
        found={data}
        kind={kind}
        list={list}
        onUndo={() => {
          if (data.change !== null) undo([data.change]);
          again();
        }}
        onAgain={again}
      />
    );
  if (data.state === 'draft') return <Draft kind={kind} found={data} onOpen={onOpen} />;
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={600}>{data.name}</Text>
        {data.state === 'failed' && <Button onClick={again}>Choose another file</Button>}
      </Group>
      {data.state === 'failed' ? <Refusal text={data.problem ?? undefined} /> : <Bar progress={data} />}
    </Stack>
  );
}

interface DoneProps {
  found: Import;
  kind: ImportKind;
  list: ReactNode;
  onUndo: () => void;
  onAgain: () => void;
}

/** What came of it, and what was left out and why. */
function Done({ found, kind, list, onUndo, onAgain }: DoneProps) {
  const { left_out, left_out_rows } = found;
  const rest = left_out - left_out_rows.length;
  return (
    <Stack>
      <EmptyList
        title={doneWords(found.done, kind)}
        text={`${leftOutWords(left_out)}You can undo the whole import in one go, now or later from History.`}
        action={
          <Group justify="center">
            {list}
            <Button onClick={onUndo}>Undo import</Button>
            <Button variant="subtle" onClick={onAgain}>
              Import another file
            </Button>
          </Group>
        }
      />
      {left_out_rows.length > 0 && (
        <Alert color="attention" title={leftOutWords(left_out).trim()}>
          Download them with the reasons, correct them and import that file.
          <List size="sm" my="xs" listStyleType="none">
            {left_out_rows.map(({ row, name, text }) => (
              <List.Item key={row}>
                <strong>
                  Row {row} {name}
                </strong>{' '}
                {text}
              </List.Item>
            ))}
            {rest > 0 && <List.Item>… and {rest.toLocaleString('en-AU')} more.</List.Item>}
          </List>
          <Button component="a" href={leftOutAddress(found.id)} download>
            Download as CSV
          </Button>
        </Alert>
      )}
    </Stack>
  );
}

interface DraftProps {
  kind: ImportKind;
  found: Import;
  onOpen: (id: string | undefined) => void;
}

/** Its columns, the rows that need a look, and the way to import the others. */
function Draft({ kind, found, onOpen }: DraftProps) {
  const { id, name, problem: failure } = found;
  const queryClient = useQueryClient();
  const [look, setLook] = useState<Look>({ show: undefined, page: 1 });
  const looking = useQuery(previewQuery(id, look));
  /** What a person has chosen for the columns, until the server says it. */
  const [chosen, setChosen] = useState<(string | null)[]>();
  const { data: preview } = looking;
  const columns = chosen ?? preview?.columns.map(({ field }) => field) ?? [];
  const problem = preview && columnProblem(columns, preview.fields);
  const settle = () => queryClient.invalidateQueries({ queryKey: previewKey(id) });
  const editing = useMutation({
    mutationFn: (edit: Parameters<typeof editDraft>[1]) => editDraft(id, edit),
    onSettled: settle,
    onSuccess: async () => {
      await settle();
      setChosen(undefined);
    },
  });
  const starting = useMutation({
    mutationFn: () => startImport(id),
    onSuccess: (started) => queryClient.setQueryData(importQuery(id).queryKey, started),
  });
  /** What nobody has decided anything on need not be kept, as far as the server knows of all that was. */
  const leaving = useMutation({
    mutationFn: async (isKnown: boolean) => {
      if (isKnown) await leaveDraft(id);
    },
    onSettled: () => onOpen(undefined),
  });
  const leave = () =>
    leaving.mutate(preview !== undefined && chosen === undefined && queryClient.isMutating() === 0);
  const leftOut = preview ? preview.count - preview.taken : 0;

  function match(next: (string | null)[]) {
    setChosen(next);
    if (preview && columnProblem(next, preview.fields) === undefined) editing.mutate({ columns: next });
  }

  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={600}>{name}</Text>
        <Button variant="subtle" onClick={leave}>
          Choose another file
        </Button>
      </Group>
      {looking.isPending && <RowSkeleton rows={6} height={36} label="Reading the file" />}
      {preview && (
        <>
          <ImportPreview preview={preview} columns={columns} onColumns={match} />
          <Refusal text={problem} />
          {problem === undefined && preview.showing !== null && (
            <ImportRows
              kind={kind}
              id={id}
              preview={preview}
              page={look.page}
              isLooking={looking.isFetching}
              onLook={setLook}
              onAlike={(alike) => editing.mutate({ alike })}
            />
          )}
        </>
      )}
      <Refusal text={(looking.error ?? editing.error ?? starting.error)?.message ?? failure ?? undefined} />
      {preview && (
        <Group>
          <ActionButton
            variant="filled"
            busy={
              starting.isPending ||
              looking.isFetching ||
              editing.isPending ||
              problem !== undefined ||
              preview.taken === 0
            }
            onClick={() => starting.mutate()}
          >
            {`Import ${countWords(preview.taken, kind)}`}
          </ActionButton>
          {leftOut > 0 && problem === undefined && (
            <Text size="sm" c="dimmed" component="output">
              {leftOut === 1 ? '1 row is' : `${leftOut.toLocaleString('en-AU')} rows are`} left out. You can
              download what was left out afterwards.
            </Text>
          )}
        </Group>
      )}
    </Stack>
  );
}

function Bar({ progress }: { progress: Import }) {
  const { done, total, state } = progress;
  return (
    <Stack gap={4}>
      <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label="Import progress" />
      <Text size="xs" c="dimmed">
        {progressWords(state, done, total)} You can leave this page: the import carries on.
      </Text>
    </Stack>
  );
}

interface ImportPreviewProps {
  preview: Preview;
  /** Which field each column is, as far as it was corrected. */
  columns: readonly (string | null)[];
  onColumns: (columns: (string | null)[]) => void;
}

/** What is read out of a mark; the whole of it stands below the table. */
const marked = { problem: 'has a problem', duplicate: 'looks like a duplicate' };

/** The columns with what each is taken for, and the first rows below them. */
function ImportPreview({ preview, columns, onColumns }: ImportPreviewProps) {
  const { fields, rows, count } = preview;
  const choices = fields.map(({ field, title, hint }) => ({
    value: field,
    label: hint ? `${title} (${hint})` : title,
  }));
  // Headings may be alike, and so may rows: what tells them apart is their place, which does not change.
  const heads = preview.columns.map(({ heading }, at) => ({ at, heading, key: `column ${at}` }));
  const marks = rowMarks(preview);
  const lines = rows.map((cells, at) => {
    const number = preview.row_numbers[at]!;
    return { cells, number, mark: marks.get(number) };
  });
  return (
    <Stack gap="xs">
      <section className="import-table" aria-label="First rows">
        <table>
          <thead>
            <tr>
              <th scope="col" className="import-table__number">
                <Text size="xs" c="dimmed">
                  Row
                </Text>
              </th>
              {heads.map(({ key, heading, at }) => (
                <th key={key} scope="col">
                  <Text size="xs" c="dimmed" truncate>
                    {heading || `Column ${at + 1}`}
                  </Text>
                  <Select
                    aria-label={`Column ${heading || at + 1} is`}
                    placeholder="Left out"
                    clearable
                    data={choices}
                    value={columns[at] ?? null}
                    onChange={(field) => onColumns(columns.map((one, other) => (other === at ? field : one)))}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ cells, number, mark }) => (
              <tr key={number} data-mark={mark?.kind}>
                <th scope="row" className="import-table__number" title={mark?.text}>
                  {number}
                  {mark && <VisuallyHidden>{marked[mark.kind]}</VisuallyHidden>}
                </th>
                {heads.map(({ key, at }) => (
                  <td key={key} data-left-out={columns[at] === null || undefined} title={cells[at]}>
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Text size="xs" c="dimmed">
        {count > rows.length
          ? `The first ${rows.length} of ${count.toLocaleString('en-AU')} rows.`
          : `${count} ${count === 1 ? 'row' : 'rows'}.`}
      </Text>
    </Stack>
  );
}

interface ImportSourceProps {
  kind: ImportKind;
  isBusy: boolean;
  onText: (text: string, name: string) => void;
}

const megabyte = 1_000_000;

/** Where a table comes from: a file that is dropped or chosen, or what was copied from a spreadsheet. */
function ImportSource({ kind, isBusy, onText }: ImportSourceProps) {
  const [isOver, setOver] = useState(false);
  const [pasted, setPasted] = useState('');
  const [refusal, setRefusal] = useState<string>();

  async function take(file: File | null | undefined) {
    if (!file) return;
    if (file.size > MOST_IMPORT_CHARACTERS) {
      setRefusal(
        `This file is larger than ${MOST_IMPORT_CHARACTERS / megabyte} MB. Split it and import each part.`,
      );
      return;
    }
    const text = await file.text();
    // No table has such a letter; a workbook is full of them.
    if (text.includes('\0')) {
      setRefusal(
        `${file.name} isn’t a CSV file, so nothing was imported. In your spreadsheet, save the list as CSV (UTF-8) and choose that file.`,
      );
      return;
    }
    setRefusal(undefined);
    onText(text, file.name);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  }

  return (
    <Stack>
      <div
        className="import-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Text fw={600}>Drop a CSV file here</Text>
        <FileButton onChange={(file) => void take(file)} accept=".csv,.tsv,.txt,text/csv">
          {(props) => (
            <Button variant="filled" disabled={isBusy} {...props}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          The first row names the columns. You see every problem before anything is imported, and can undo it
          all in one go.{' '}
          <a href={`data:text/csv,${encodeURIComponent(headingsOf(kind))}`} download={`${kind}.csv`}>
            Download an empty template
          </a>
        </Text>
      </div>
      <Refusal text={refusal} />
      <Textarea
        label="Or paste from a spreadsheet"
        placeholder={`${headingsOf(kind).replaceAll(',', '  ')}\n…`}
        autosize
        minRows={3}
        maxRows={8}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      {pasted.trim() !== '' && (
        <Button mr="auto" disabled={isBusy} onClick={() => onText(pasted, 'Pasted rows')}>
          Preview
        </Button>
      )}
    </Stack>
  );
}
