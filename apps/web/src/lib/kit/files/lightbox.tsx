import { ActionIcon, Modal } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { contentOf, isShown, type NamedFile, thumbnailOf } from '../../files/files.ts';
import { FileIcon } from './file-icon.tsx';
import { aboutFile } from './file-words.ts';
import { FilmPlayer } from './film-player.tsx';
import './lightbox.css';

interface LightboxProps {
  /** All that can be looked at beside it. */
  files: readonly NamedFile[];
  /** The id of the one that is looked at; undefined while none is. */
  shown: string | undefined;
  onShow: (id: string | undefined) => void;
  onDelete: ((file: NamedFile) => void) | undefined;
}

/** Pictures and films one by one, as large as the window; arrows turn the page, Escape closes. */
export function Lightbox({ files, shown, onShow, onDelete }: LightboxProps) {
  const pages = files.filter(isShown);
  const at = pages.findIndex(({ id }) => id === shown);
  const file = pages[at];
  const turn = (by: number) => {
    const next = pages[at + by];
    if (next) onShow(next.id);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined;
    // In a film the arrows seek.
    if (file === undefined || by === undefined || file.kind === 'video') return;
    event.preventDefault();
    turn(by);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <Modal.Root
      opened={file !== undefined}
      onClose={() => onShow(undefined)}
      fullScreen
      padding={0}
      radius={0}
      classNames={{ content: 'lightbox', body: 'lightbox__body' }}
    >
      <Modal.Content aria-label={file?.name ?? ''}>
        <Modal.Body>
          {file && (
            <>
              <div className="lightbox__top">
                <p className="lightbox__about" aria-live="polite">
                  <b>{file.name}</b>
                  <span>
                    {pages.length > 1 && `${at + 1} of ${pages.length} · `}
                    {aboutFile(file)}
                  </span>
                </p>
                <ActionIcon
                  component="a"
                  href={contentOf(file.id)}
                  download={file.name}
                  variant="subtle"
                  size="lg"
                  aria-label={`Download ${file.name}`}
                >
                  <FileIcon name="download" />
                </ActionIcon>
                {onDelete && (
                  <ActionIcon
                    variant="subtle"
                    size="lg"
                    aria-label={`Delete ${file.name}`}
                    onClick={() => {
                      onShow((pages[at + 1] ?? pages[at - 1])?.id);
                      onDelete(file);
                    }}
                  >
                    <FileIcon name="delete" />
                  </ActionIcon>
                )}
                <Modal.CloseButton size="lg" aria-label="Close" data-autofocus />
              </div>
              <Page
                key={file.id}
                file={file}
                canEdit={onDelete !== undefined}
                onBeside={() => onShow(undefined)}
              />
              {pages.length > 1 && (
                <>
                  <TurnButton label="Previous" name="previous" isOff={at === 0} onTurn={() => turn(-1)} />
                  <TurnButton
                    label="Next"
                    name="next"
                    isOff={at === pages.length - 1}
                    onTurn={() => turn(1)}
                  />
                </>
              )}
            </>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The small picture is there at once, and the large one comes over it. */
function Page({ file, canEdit, onBeside }: { file: NamedFile; canEdit: boolean; onBeside: () => void }) {
  return (
    // Whoever presses beside the picture wants to be back; by keyboard there is Escape.
    <div
      className="lightbox__page"
      role="presentation"
      onClick={(event) => event.target === event.currentTarget && onBeside()}
    >
      {file.kind === 'video' ? (
        <FilmPlayer file={file} canEdit={canEdit} />
      ) : (
        <img
          src={contentOf(file.id)}
          alt={file.name}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          data-ink={file.kind === 'signature' || undefined}
          style={{ backgroundImage: `url(${thumbnailOf(file.id)})` }}
        />
      )}
    </div>
  );
}

interface TurnButtonProps {
  label: string;
  name: 'previous' | 'next';
  isOff: boolean;
  onTurn: () => void;
}

function TurnButton({ label, name, isOff, onTurn }: TurnButtonProps) {
  return (
    <ActionIcon
      className="lightbox__turn"
      data-way={name}
      variant="subtle"
      size={48}
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={onTurn}
    >
      <FileIcon name={name} />
    </ActionIcon>
  );
}
