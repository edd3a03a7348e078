import { ActionIcon, Button, Group, Modal, Text, Textarea, TextInput } from '@mantine/core';
import {
  type Caption,
  captionLimits,
  captionsProblem,
  readCaptions,
  shownTime,
  typedTime,
} from '@muster/domain/field/films/captions';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { commandId } from '../../api/command.ts';
import { saveCaptions, type ShownFilm } from '../../files/films.ts';
import { useCommand } from '../form/use-command.ts';
import { FileIcon } from './file-icon.tsx';

/** A caption as it is typed. */
interface Line {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

const LASTS_MS = 3_000;

function asLine({ from, to, text }: Caption): Line {
  return { key: commandId(), from: shownTime(from), to: shownTime(to), text };
}

interface CaptionsEditorProps {
  film: ShownFilm;
  /** Where the film is now, in milliseconds. */
  at: () => number;
  onClose: () => void;
}

/** Words for those who hear nothing or watch where it is loud: typed line by line, or taken from a WebVTT file. */
export function CaptionsEditor({ film, at, onClose }: CaptionsEditorProps) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const [lines, setLines] = useState<readonly Line[]>(() => film.captions.map(asLine));
  const [problem, setProblem] = useState<string>();
  const chooser = useRef<HTMLInputElement>(null);

  const change = (key: string, fields: Partial<Line>) =>
    setLines((known) => known.map((line) => (line.key === key ? { ...line, ...fields } : line)));

  async function take(file: File | undefined) {
    if (!file) return;
    const read =
      file.size > captionLimits.fileLength
        ? { problem: 'This captions file is too large.' }
        : readCaptions(await file.text());
    setProblem('problem' in read ? read.problem : undefined);
    if ('captions' in read) setLines(read.captions.map(asLine));
  }

  async function save() {
    const captions: Caption[] = [];
    for (const [place, line] of lines.entries()) {
      const [from, to] = [typedTime(line.from), typedTime(line.to)];
      if (from === undefined || to === undefined)
        return setProblem(`The times of caption ${place + 1} can’t be read. Type them like 1:02.5.`);
      captions.push({ from, to, text: line.text });
    }
    const found = captionsProblem(captions);
    setProblem(found);
    if (found !== undefined) return;
    const row = await run({
      what: [film.id, film.version, captions],
      send: (key) => saveCaptions(film.id, { version: film.version, captions }, key),
      done: captions.length > 0 ? 'Captions saved.' : 'Captions removed.',
    });
    await queryClient.invalidateQueries({ queryKey: ['files'] });
    if (row) onClose();
  }

  return (
    <Modal opened onClose={onClose} title="Captions" size="lg">
      {lines.length === 0 && (
        <Text c="dimmed" size="sm">
          Write what’s said, with the times from and to, like 0:02 and 0:05.5. Or choose a WebVTT file that
          another program made.
        </Text>
      )}
      <ol className="captions">
        {lines.map(({ key, from, to, text }, place) => (
          <li key={key}>
            <TextInput
              aria-label={`Caption ${place + 1} from`}
              size="xs"
              w={72}
              value={from}
              onChange={({ currentTarget: { value } }) => change(key, { from: value })}
            />
            <TextInput
              aria-label={`Caption ${place + 1} to`}
              size="xs"
              w={72}
              value={to}
              onChange={({ currentTarget: { value } }) => change(key, { to: value })}
            />
            <Textarea
              aria-label={`Text of caption ${place + 1}`}
              size="xs"
              autosize
              maxLength={captionLimits.length}
              value={text}
              onChange={({ currentTarget: { value } }) => change(key, { text: value })}
            />
            <ActionIcon
              variant="subtle"
              c="dimmed"
              aria-label={`Remove caption ${place + 1}`}
              onClick={() => setLines(lines.filter((line) => line.key !== key))}
            >
              <FileIcon name="delete" />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {problem !== undefined && (
        <Text c="var(--danger)" size="sm" role="alert">
          {problem}
        </Text>
      )}
      <Group mt="md" justify="space-between">
        <Group gap="xs">
          <Button
            variant="default"
            disabled={lines.length >= captionLimits.count}
            onClick={() => setLines([...lines, { ...asLine({ from: at(), to: at() + LASTS_MS, text: '' }) }])}
          >
            Add a caption
          </Button>
          <Button variant="subtle" onClick={() => chooser.current?.click()}>
            Choose a WebVTT file
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            accept=".vtt,text/vtt"
            aria-label="Captions file"
            onChange={({ currentTarget }) => {
              void take(currentTarget.files?.[0]);
              currentTarget.value = '';
            }}
          />
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isRunning} onClick={() => void save()}>
            Save captions
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}
