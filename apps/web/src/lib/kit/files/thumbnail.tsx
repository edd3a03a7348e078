import { thumbnailOf, type NamedFile } from '../../files/files.ts';
import { FileIcon } from './file-icon.tsx';

/** A small picture of a file, or the sign of its kind. What it shows is told by its name beside it. */
export function Thumbnail({ file }: { file: Pick<NamedFile, 'id' | 'kind' | 'state' | 'film'> }) {
  const isMade = file.film?.state === 'ready';
  const hasPicture = file.state === 'ready' && (file.kind === 'photo' || file.kind === 'signature' || isMade);
  if (hasPicture)
    return (
      <img
        className="thumbnail"
        data-ink={file.kind === 'signature' || undefined}
        src={thumbnailOf(file.id)}
        alt=""
        loading="lazy"
        decoding="async"
      />
    );
  return (
    <span className="thumbnail" data-state={file.state}>
      <FileIcon name={nameOf(file)} />
    </span>
  );
}

function nameOf({ kind, state }: Pick<NamedFile, 'kind' | 'state'>) {
  if (state !== 'ready') return state;
  return kind === 'logo' ? 'photo' : kind;
}
