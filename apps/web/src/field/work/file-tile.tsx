import { useEffect, useState } from 'react';
import { contentOf, thumbnailOf } from '../../lib/files/files.ts';
import { playedOf } from '../../lib/files/films.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { useField } from '../state.ts';
import { WaitingFile } from './waiting-file.tsx';
import { previewOf, show } from './previews.ts';

export type ShownFile = ShownVisit['files'][number];

/** The picture of a file: from the phone as long as it stays on the page, then from the server. Undefined where there is none. */
export function usePicture(
  { id, kind, state, film }: ShownFile,
  part: 'thumbnail' | 'content',
): string | undefined {
  const { entries } = useField();
  useEffect(() => show(id), [id]);
  const waiting = entries.find(({ deed }) => deed.kind === 'file' && deed.file === id)?.deed;
  const here = previewOf(id, waiting?.kind === 'file' ? waiting.content : undefined);
  const isThere = state === 'ready';
  // A film on the phone is no picture of itself, and what is made of it lies on the server.
  if (kind === 'video' && part === 'thumbnail')
    return isThere && film?.state === 'ready' ? thumbnailOf(id) : undefined;
  if (here !== undefined) return here;
  if (!isThere || (part === 'thumbnail' && kind === 'document')) return undefined;
  if (part === 'thumbnail') return thumbnailOf(id);
  if (kind === 'video') return isPlayable(film) ? playedOf(id).video : undefined;
  return contentOf(id);
}

/** A phone that has read nothing of it yet tries. */
function isPlayable(film: ShownFile['film']): boolean {
  return film?.state !== 'waiting' && film?.state !== 'failed';
}

interface FileTileProps {
  file: ShownFile;
  isWaiting: boolean;
  onOpen: () => void;
}

/** A file, small; it opens large. */
export function FileTile({ file, isWaiting, onOpen }: FileTileProps) {
  const picture = usePicture(file, 'thumbnail');
  const [failed, setFailed] = useState<string>();
  const isSeen = file.kind === 'photo' || file.kind === 'video';
  const isPicture = isSeen && picture !== undefined && failed !== picture;
  return (
    <button type="button" className="tile" onClick={onOpen}>
      {isPicture ? (
        <span className="tile__picture">
          <img src={picture} alt={file.name} loading="lazy" onError={() => setFailed(picture)} />
          {file.kind === 'video' && <Glyph name="play" />}
        </span>
      ) : (
        <span className="tile__blank">
          <Glyph name={file.kind === 'video' ? 'play' : file.kind === 'photo' ? 'camera' : 'clip'} />
          <span>{file.name}</span>
        </span>
      )}
      <TileState file={file} isWaiting={isWaiting} />
    </button>
  );
}

function TileState({ file, isWaiting }: Pick<FileTileProps, 'file' | 'isWaiting'>) {
  const isRefused = file.state === 'refused';
  if (isRefused || file.film?.state === 'failed')
    return (
      <span className="small-words tile__state" data-tone={isRefused ? 'danger' : 'attention'}>
        <Glyph name="warning" />
        {isRefused ? 'Not accepted' : 'Not converted'}
      </span>
    );
  if (!isWaiting && file.state === 'ready' && file.film?.state === 'waiting')
    return <span className="small-words tile__state">Converting</span>;
  return (
    <span className="tile__state">
      {file.author ? (
        <span className="small-words">From {file.author}</span>
      ) : (
        isWaiting && <WaitingFile file={file.id} />
      )}
    </span>
  );
}
