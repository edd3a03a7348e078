import { Button, FileButton, Stack, Text, Textarea } from '@mantine/core';
import type { ImportKind } from '@muster/domain/imports/columns';
import { MOST_IMPORT_CHARACTERS } from '@muster/domain/imports/schema';
import { type DragEvent, useState } from 'react';
import { Refusal } from '../../../lib/refusal.tsx';
import { headingsOf } from '../model/import-words.ts';
import './import-source.css';

interface ImportSourceProps {
  kind: ImportKind;
  isBusy: boolean;
  onText: (text: string, name: string) => void;
}

const megabyte = 1_000_000;

/** Where a table comes from: a file that is dropped or chosen, or what was copied from a spreadsheet. */
export function ImportSource({ kind, isBusy, onText }: ImportSourceProps) {
  const [isOver, setOver] = useState(false);
  const [pasted, setPasted] = useState('');
  const [refusal, setRefusal] = useState<string>();

  async function take(file: File | null | undefined) {
    if (!file) return;
    if (file.size > MOST_IMPORT_CHARACTERS) {
      setRefusal(
        `The file is larger than ${MOST_IMPORT_CHARACTERS / megabyte} MB. Divide it, and import the parts.`,
      );
      return;
    }
    setRefusal(undefined);
    onText(await file.text(), file.name);
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
          The first row names the columns. All of it is imported, or nothing; and one press takes it back.{' '}
          <a href={`data:text/csv,${encodeURIComponent(headingsOf(kind))}`} download={`${kind}.csv`}>
            An empty table with every column
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
        <Button mr="auto" disabled={isBusy} onClick={() => onText(pasted, 'What you pasted')}>
          Look at it
        </Button>
      )}
    </Stack>
  );
}
