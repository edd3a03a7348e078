import { Button } from '@mantine/core';
import { CHOOSABLE, type FileSubject } from '@muster/domain/field/files/rules';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { NamedFile } from '../../files/files.ts';
import { addDropTarget } from './drop-targets.ts';
import { FileRow, OutgoingRow } from './file-row.tsx';
import { FileTiles } from './file-tiles.tsx';
import { Lightbox } from './lightbox.tsx';
import { useFileActions } from './use-file-actions.ts';
import { useSendings } from './use-sendings.ts';
import './files.css';

interface FilesProps {
  subject: FileSubject;
  subjectId: string;
  /** What they are of, for whoever holds files over it: "J-1042". */
  name: string;
  files: readonly NamedFile[];
  /** Where a file comes from, if that is not the thing itself. */
  fromOf?: (file: NamedFile) => string | undefined;
  /** Whether all of the drawer takes what is dropped and pasted; otherwise the nearest element of that selector does. */
  isMain?: boolean;
  around?: string;
  /** Whether pictures stand side by side, without words. */
  isTiled?: boolean;
  /** What belongs here, while there is nothing. */
  empty?: ReactNode;
  /** Beside the button that adds files. */
  action?: ReactNode;
}

/** As many as fit on a screen; whoever looks for an old one asks for the rest. */
const FIRST_ROWS = 20;

/** The files of a thing, and the ways to add some: a button, dropping them onto the drawer, pasting. */
export function Files(props: FilesProps) {
  const { subject, subjectId, name, files, fromOf, isMain = false, around, isTiled = false } = props;
  const { outgoing, add, cancel, retry } = useSendings(subject, subjectId, files);
  const { shown, show, remove } = useFileActions();
  const [isWhole, setWhole] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const take = useEffectEvent((given: File[]) => add(given));
  const wide = isMain ? '.record-drawer' : around;
  useEffect(() => {
    const own = frame.current!;
    const element = (wide === undefined ? null : own.closest<HTMLElement>(wide)) ?? own;
    return addDropTarget({
      element,
      isMain,
      words: `Drop to add to ${name}`,
      onFiles(given) {
        take(given);
        // Whoever let go of them elsewhere in the drawer sees that they have arrived.
        requestAnimationFrame(() => own.scrollIntoView({ block: 'nearest' }));
      },
    });
  }, [wide, isMain, name]);

  const latest = files.toReversed();
  const tiled = isTiled ? latest.filter(({ kind, state }) => kind !== 'document' && state === 'ready') : [];
  const listed = isTiled ? latest.filter((file) => !tiled.includes(file)) : latest;
  const rows = isWhole ? listed : listed.slice(0, FIRST_ROWS);
  return (
    <div className="files" ref={frame}>
      {tiled.length > 0 && <FileTiles files={tiled} onShow={show} />}
      {(outgoing.length > 0 || rows.length > 0) && (
        <ul aria-label={`Files of ${name}`}>
          {outgoing.map((one) => (
            <OutgoingRow key={one.id} outgoing={one} onCancel={cancel} onRetry={retry} />
          ))}
          {rows.map((file) => (
            <FileRow key={file.id} file={file} from={fromOf?.(file)} onShow={show} onDelete={remove} />
          ))}
        </ul>
      )}
      {props.empty && files.length === 0 && outgoing.length === 0 && (
        <p className="files__empty">{props.empty}</p>
      )}
      <div className="files__actions">
        {rows.length < listed.length && (
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            Show all {listed.length.toLocaleString('en-AU')}
          </Button>
        )}
        <Button variant="subtle" size="compact-sm" onClick={() => chooser.current?.click()}>
          Add files
        </Button>
        {props.action}
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={CHOOSABLE}
        aria-label={`Files for ${name}`}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Lightbox files={isTiled ? tiled : latest} shown={shown} onShow={show} onDelete={remove} />
    </div>
  );
}
