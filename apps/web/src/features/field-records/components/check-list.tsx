import { VisuallyHidden } from '@mantine/core';
import type { NamedFieldRecord } from '@muster/domain/field-records/schema';
import type { Visit } from '@muster/domain/visits/schema';
import type { NamedFile } from '../../../lib/files.ts';
import { Thumbnail } from '../../../lib/kit/files/thumbnail.tsx';
import { type CheckLine, checkLines, formerLines } from '../model/check-list.ts';
import { WhoAndWhen } from './who-and-when.tsx';

interface CheckListProps extends LinesProps {
  items: Visit['check_list'];
  records: readonly NamedFieldRecord[];
}

interface LinesProps {
  /** Of the visit: an answer may be a photo. Undefined until they are read. */
  files: readonly NamedFile[] | undefined;
  onShow: (file: string) => void;
  zone: string;
}

/** What is to be checked at a visit, and what was found; also what was answered before the list was changed. */
export function CheckList({ items, records, ...rest }: CheckListProps) {
  const lines = checkLines(items, records, rest.files);
  const done = lines.filter(({ isDone }) => isDone).length;
  return (
    <>
      <Lines title="Check list" count={`${done} of ${lines.length}`} lines={lines} {...rest} />
      <Lines
        title="Answers to items that are not on the list any more"
        lines={formerLines(items, records, rest.files)}
        {...rest}
      />
    </>
  );
}

interface TitledLines extends LinesProps {
  title: string;
  count?: string;
  lines: readonly CheckLine[];
}

function Lines({ title, count, lines, files, onShow, zone }: TitledLines) {
  if (lines.length === 0) return null;
  return (
    <section className="visit-field__part" aria-label={title}>
      <h4>
        {title} {count !== undefined && <span className="visit-field__count">{count}</span>}
      </h4>
      <ul className="visit-field__checks">
        {lines.map((line) => (
          <li key={line.place} data-done={line.isDone || undefined}>
            <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
              <path
                d={
                  line.isDone
                    ? 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM6.8 10.2l2.2 2.2L13.2 8'
                    : 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z'
                }
              />
            </svg>
            <span className="visit-field__words">
              <span>
                <VisuallyHidden>{line.isDone ? 'Done: ' : 'Open: '}</VisuallyHidden>
                {line.text}
                {line.isRequired && !line.isDone && <em> required</em>}
              </span>
              <Answer line={line} files={files} onShow={onShow} />
            </span>
            {line.record && line.isDone && <WhoAndWhen record={line.record} zone={zone} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AnswerProps extends Pick<LinesProps, 'files' | 'onShow'> {
  line: CheckLine;
}

function Answer({ line: { answer, text, kind, isRemoved }, files, onShow }: AnswerProps) {
  if (isRemoved) return <b>Photo removed</b>;
  if (answer === undefined) return null;
  const photo = files?.find(({ id }) => id === answer);
  if (!photo) return kind === 'photo' ? null : <b>{answer}</b>;
  return (
    <button
      type="button"
      className="visit-field__photo"
      aria-label={`Open the photo for ${text}`}
      onClick={() => onShow(photo.id)}
    >
      <Thumbnail file={photo} />
    </button>
  );
}
