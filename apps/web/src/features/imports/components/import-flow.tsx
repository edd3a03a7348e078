import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { ImportKind } from '@muster/domain/imports/columns';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Refusal } from '../../../lib/refusal.tsx';
import { columnProblem, countWords, doneWords, leftOutWords } from '../model/import-words.ts';
import { ImportDuplicates } from './import-duplicates.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportProblems } from './import-problems.tsx';
import { ImportSource } from './import-source.tsx';
import { useImport } from './use-import.ts';

interface ImportFlowProps {
  kind: ImportKind;
  /** The way to what was imported. */
  list: ReactNode;
}

/** A table in three steps: choose it, look at it, import it. */
export function ImportFlow({ kind, list }: ImportFlowProps) {
  const work = useImport(kind);
  /** What a person has chosen for the columns; undefined while the headings say it. */
  const [chosen, setChosen] = useState<(string | null)[]>();
  const { preview, result, source } = work;
  const columns = chosen ?? preview?.columns.map(({ field }) => field) ?? [];
  const problem = preview && columnProblem(columns, preview.fields);
  const [leavesOut, setLeavesOut] = useState(true);
  const count = (preview?.count ?? 0) - (leavesOut ? (preview?.duplicate_count ?? 0) : 0);

  function start(csv: string, name: string) {
    setChosen(undefined);
    work.take(csv, name);
  }

  function correct(next: (string | null)[]) {
    setChosen(next);
    if (preview && columnProblem(next, preview.fields) === undefined) work.correct(next);
  }

  if (result) {
    return (
      <EmptyList
        title={doneWords(result.count, kind)}
        text={`${leftOutWords(result.left_out)}It is one change: one press takes all of it back, now or from the history.`}
        action={
          <Group justify="center">
            {list}
            <Button onClick={() => work.takeBack()}>Undo the import</Button>
            <Button variant="subtle" onClick={() => work.again()}>
              Import another table
            </Button>
          </Group>
        }
      />
    );
  }
  return (
    <Stack>
      {!source && <ImportSource kind={kind} isBusy={work.isLooking} onText={start} />}
      {source && (
        <Group justify="space-between">
          <Text fw={600}>{source.name}</Text>
          <Button variant="subtle" disabled={work.isWriting} onClick={() => work.again()}>
            Choose another table
          </Button>
        </Group>
      )}
      {work.isLooking && !preview && <RowSkeleton rows={6} height={36} label="Reading the table" />}
      {preview && source && (
        <>
          <ImportPreview preview={preview} columns={columns} onColumns={correct} />
          <Refusal text={problem} />
          {problem === undefined && preview.duplicate_count > 0 && (
            <ImportDuplicates
              count={preview.duplicate_count}
              duplicates={preview.duplicates}
              isLeftOut={leavesOut}
              onLeaveOut={setLeavesOut}
            />
          )}
          {problem === undefined && preview.problem_count > 0 && (
            <ImportProblems count={preview.problem_count} problems={preview.problems} />
          )}
          {work.problems && (
            <ImportProblems count={work.problems.problem_count} problems={work.problems.problems} />
          )}
        </>
      )}
      {!work.problems && <Refusal text={work.refusal} />}
      {work.isWriting && <Bar done={work.progress?.done ?? 0} total={work.progress?.total ?? count} />}
      {preview && source && (
        <ActionButton
          variant="filled"
          mr="auto"
          busy={
            work.isWriting ||
            work.isLooking ||
            problem !== undefined ||
            preview.problem_count > 0 ||
            count === 0
          }
          onClick={() => work.write(columns, leavesOut)}
        >
          {`Import ${countWords(count, kind)}`}
        </ActionButton>
      )}
    </Stack>
  );
}

function Bar({ done, total }: { done: number; total: number }) {
  return (
    <Stack gap={4}>
      <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label="Progress of the import" />
      <Text size="xs" c="dimmed">
        {done.toLocaleString('en-AU')} of {total.toLocaleString('en-AU')} rows
      </Text>
    </Stack>
  );
}
