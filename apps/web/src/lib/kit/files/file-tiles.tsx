import type { NamedFile } from '../../files/files.ts';
import { FileIcon } from './file-icon.tsx';
import { aboutFile } from './file-words.ts';
import { Thumbnail } from './thumbnail.tsx';

interface FileTilesProps {
  /** Pictures and films that are ready. */
  files: readonly NamedFile[];
  onShow: (id: string) => void;
}

/** Pictures side by side; a press opens one large. */
export function FileTiles({ files, onShow }: FileTilesProps) {
  return (
    <ul className="files__tiles" aria-label="Photos and videos">
      {files.map((file) => (
        <li key={file.id}>
          <button
            type="button"
            className="files__tile"
            aria-label={`Open ${file.name}`}
            title={`${file.name} · ${aboutFile(file)}`}
            onClick={() => onShow(file.id)}
          >
            <Thumbnail file={file} />
            {file.kind === 'video' && (
              <span className="files__play">
                <FileIcon name="play" />
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
