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
  { id, kind, state }: ShownFile,
  part: 'thumbnail' | 'content',
): string | undefined {
  const { entries } = useField();
  useEffect(() => show(id), [id]);
  const waiting = entries.find(({ deed }) => deed.kind === 'file' && deed.file === id)?.deed;
  const here = previewOf(id, waiting?.kind === 'file' ? waiting.content : undefined);
  if (here !== undefined) return here;
  const hasThumbnail = kind === 'photo' || kind === 'signature';
  if (state !== 'ready' || (part === 'thumbnail' && !hasThumbnail)) return undefined;
  if (part === 'thumbnail') return thumbnailOf(id);
  return kind === 'video' ? playedOf(id).video : contentOf(id);
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
  const isPicture = file.kind === 'photo' && picture !== undefined && failed !== picture;
  return (
    <button type="button" className="tile" onClick={onOpen}>
      {isPicture ? (
        <img src={picture} alt={file.name} loading="lazy" onError={() => setFailed(picture)} />
      ) : (
        <span className="tile__blank">
          <Glyph name={file.kind === 'video' ? 'play' : file.kind === 'photo' ? 'camera' : 'clip'} />
          <span>{file.name}</span>
        </span>
      )}
      {file.state === 'refused' ? (
        <span className="small-words tile__state" data-tone="danger">
          <Glyph name="warning" />
          Not accepted
        </span>
      ) : (
        <span className="tile__state">
          {file.author ? (
            <span className="small-words">From {file.author}</span>
          ) : (
            isWaiting && <WaitingFile file={file.id} />
          )}
        </span>
      )}
    </button>
  );
}
