import { ActionIcon, Button } from '@mantine/core';
import { contentOf, isShown, type NamedFile } from '../../files/files.ts';
import { fileSize } from '../../format/format.ts';
import type { Outgoing } from '../../files/sendings.ts';
import { FileIcon } from './file-icon.tsx';
import { aboutFile } from './file-words.ts';
import { Thumbnail } from './thumbnail.tsx';

interface FileRowProps {
  file: NamedFile;
  /** Where it comes from, if that is not where it is listed. */
  from: string | undefined;
  onShow: (id: string) => void;
  onDelete: (file: NamedFile) => void;
}

/** A file with its small picture, its name, how large it is, who added it and when. A press opens it, or saves it. */
export function FileRow({ file, from, onShow, onDelete }: FileRowProps) {
  const { id, name, state, refusal } = file;
  const words = (
    <>
      <Thumbnail file={file} />
      <span className="files__words">
        <b>{name}</b>
        {state === 'refused' ? (
          <span className="files__refusal">Not saved. {refusal}</span>
        ) : (
          <span>{[aboutFile(file), from].filter(Boolean).join(' · ')}</span>
        )}
      </span>
    </>
  );
  return (
    <li className="files__row">
      {isShown(file) ? (
        <button type="button" className="files__open" onClick={() => onShow(id)}>
          {words}
        </button>
      ) : state === 'ready' ? (
        <a className="files__open" href={contentOf(id)} download={name}>
          {words}
        </a>
      ) : (
        <div className="files__open">{words}</div>
      )}
      {state === 'ready' && (
        <ActionIcon
          component="a"
          href={contentOf(id)}
          download={name}
          variant="subtle"
          c="dimmed"
          size="lg"
          aria-label={`Download ${name}`}
        >
          <FileIcon name="download" />
        </ActionIcon>
      )}
      {state !== 'waiting' && (
        <ActionIcon
          variant="subtle"
          c="dimmed"
          size="lg"
          aria-label={`Delete ${name}`}
          onClick={() => onDelete(file)}
        >
          <FileIcon name="delete" />
        </ActionIcon>
      )}
    </li>
  );
}

interface OutgoingRowProps {
  outgoing: Outgoing;
  onCancel: (id: string) => void;
  onRetry: (id: string) => void;
}

/** A file on its way. */
export function OutgoingRow({ outgoing, onCancel, onRetry }: OutgoingRowProps) {
  const { id, name, state, share } = outgoing;
  const isStuck = state.kind === 'lost' || state.kind === 'refused';
  return (
    <li className="files__row" data-outgoing={state.kind}>
      <div className="files__open">
        <span className="thumbnail" data-state={state.kind}>
          <FileIcon name={state.kind === 'refused' ? 'refused' : 'waiting'} />
        </span>
        <span className="files__words">
          <b>{name}</b>
          <span className={isStuck ? 'files__refusal' : undefined} role={isStuck ? 'alert' : undefined}>
            {progressWords(outgoing)}
          </span>
          {state.kind !== 'refused' && (
            <progress value={share} max={1} aria-label={`Upload progress of ${name}`} />
          )}
        </span>
      </div>
      {isStuck && (
        <Button variant="subtle" size="compact-sm" onClick={() => onRetry(id)}>
          Try again
        </Button>
      )}
      {state.kind !== 'sent' && (
        <Button
          variant="subtle"
          size="compact-sm"
          color="grey"
          aria-label={`${state.kind === 'refused' ? 'Remove' : 'Cancel'} ${name}`}
          onClick={() => onCancel(id)}
        >
          {state.kind === 'refused' ? 'Remove' : 'Cancel'}
        </Button>
      )}
    </li>
  );
}

const PER_CENT = 100;

function progressWords({ state, share, bytes }: Outgoing): string {
  const part = `${Math.floor(share * PER_CENT)} % of ${fileSize(bytes)}`;
  if (state.kind === 'waiting') return `Waiting to upload · ${fileSize(bytes)}`;
  if (state.kind === 'sending') return part;
  if (state.kind === 'lost') return `No connection. It will continue from ${part} when you’re back online.`;
  return state.kind === 'refused' ? `Not added. ${state.words}` : 'Sent';
}
