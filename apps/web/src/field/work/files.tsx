import { useEffect, useRef, useState } from 'react';
import { limitWords } from '@muster/domain/field/films/rules';
import { Button } from '@muster/ui/button';
import { commandId } from '../../lib/api/command.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { playedOf } from '../../lib/files/films.ts';
import { fileSize, moment } from '../../lib/format/format.ts';
import { Fold } from '../frame/fold.tsx';
import { Glyph } from '../frame/glyph.tsx';
import { complain, keepAt, ProblemNotice, attempt, say } from '../frame/notice.tsx';
import { ApiError, answer, api } from '../../lib/api/api.ts';
import { useOneTap } from '../frame/one-tap.ts';
import { Sheet } from '../frame/sheet.tsx';
import { tellsLine } from '../outbox/line-kind.ts';
import { type Deed, isLarge } from '../outbox/store.ts';
import { takeFileBack, withoutAnswer } from '../outbox/take-back.ts';
import { fieldState, useField } from '../state.ts';
import { refresh } from '../sync.ts';
import { FileTile, type ShownFile, usePicture } from './file-tile.tsx';
import { PickButton } from './pick-button.tsx';
import { CHOOSABLE_HERE, LARGEST_FILE, readied } from './picture.ts';
import { SendNow, SendQuestion, useHeld, WaitingFile } from './waiting-file.tsx';
import './work.css';

/** Photos, short films and documents of a visit. */
export function Files({ visit }: { visit: ShownVisit }) {
  const [open, setOpen] = useState<string>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const files = visit.files.filter(({ kind }) => kind !== 'signature');
  const shown = files.find(({ id }) => id === open);
  const filmSeconds = useField().session?.account?.film_seconds;
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  async function add(chosen: readonly File[]) {
    setProblems([]);
    const { problems: found, large } = await addFiles(visit, chosen);
    setProblems(found);
    setAsked(large);
    // Whoever has gone on meanwhile reads it where they are.
    if (found.length > 0 && !isHere.current) complain(found.join(' '));
  }
  const [question] = asked;
  return (
    <Fold
      id="files"
      title="Photos and files"
      count={files.length}
      fresh={files.filter(({ author }) => author).length}
      isWaiting={files.some(({ id }) => visit.waiting.has(id))}
    >
      {files.length > 0 && (
        <ul className="tiles">
          {files.map((file) => (
            <li key={file.id}>
              <FileTile file={file} isWaiting={visit.waiting.has(file.id)} onOpen={() => setOpen(file.id)} />
            </li>
          ))}
        </ul>
      )}
      <div className="pick-row">
        <PickButton accept="image/*" capture="environment" onPick={(chosen) => void add(chosen)}>
          <Glyph name="camera" />
          Take a photo
        </PickButton>
        <PickButton accept="video/*" capture="environment" onPick={(chosen) => void add(chosen)}>
          <Glyph name="play" />
          Film a video
        </PickButton>
        <PickButton accept={CHOOSABLE_HERE} multiple onPick={(chosen) => void add(chosen)}>
          <Glyph name="clip" />
          Choose files
        </PickButton>
      </div>
      {problems.length > 0 && <Problems words={problems} onRead={() => setProblems([])} />}
      <p className="field-words work__hint">
        Photos are made smaller and their location is removed. Videos and documents up to{' '}
        {fileSize(LARGEST_FILE)}
        {filmSeconds !== undefined && `, videos up to ${limitWords(filmSeconds)}`}.
      </p>
      {shown && (
        <FileSheet
          visit={visit}
          file={shown}
          isWaiting={visit.waiting.has(shown.id)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {question !== undefined && (
        <SendQuestion key={question} file={question} onClose={() => setAsked(asked.slice(1))} />
      )}
    </Fold>
  );
}

/** Which files were not taken, and why: beside the button that chose them, and in sight. */
function Problems(props: { words: readonly string[]; onRead: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current!.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place}>
      <ProblemNotice {...props} />
    </div>
  );
}

interface Added {
  /** Why the rest was not kept. */
  problems: string[];
  /** Those that wait until somebody has said whether they may be sent now. */
  large: string[];
}

/** Keeps what can be kept. Large files are sent on Wi-Fi alone; where the browser does not tell what it sends over, that is asked. */
export async function addFiles(visit: ShownVisit, chosen: readonly File[]): Promise<Added> {
  const problems = new Set<string>();
  const large: string[] = [];
  for (const one of chosen) {
    const ready = await readied(one, fieldState().session?.account?.film_seconds);
    if (typeof ready === 'string') {
      problems.add(ready);
      continue;
    }
    const file = commandId();
    const taken_at = new Date(one.lastModified || Date.now()).toISOString();
    const goes = tellsLine() ? 'on wi-fi' : 'when asked';
    const isHeld = isLarge(ready.content);
    const deed: Deed = { kind: 'file', file, ...ready, taken_at, ...(isHeld && { goes }) };
    if (!(await keepAt(visit, 'Added', deed))) break;
    if (isHeld && goes === 'when asked') large.push(file);
  }
  return { problems: [...problems], large };
}

/** Files to be looked at and not changed. */
export function FileTiles({ files }: { files: readonly ShownFile[] }) {
  const [open, setOpen] = useState<string>();
  const shown = files.find(({ id }) => id === open);
  return (
    <>
      <ul className="tiles">
        {files.map((file) => (
          <li key={file.id}>
            <FileTile file={file} isWaiting={false} onOpen={() => setOpen(file.id)} />
          </li>
        ))}
      </ul>
      {shown && (
        <Sheet title={shown.name} onClose={() => setOpen(undefined)}>
          <LargeFile file={shown} />
          <p className="field-words">{fromWords(shown)}</p>
        </Sheet>
      )}
    </>
  );
}

/** When it was added, and by whom, if that was somebody of the office. */
function fromWords({ created_at, author }: ShownFile): string {
  return author ? `From ${author}, ${moment(created_at)}` : moment(created_at);
}

interface FileSheetProps {
  visit: ShownVisit;
  file: ShownFile;
  isWaiting: boolean;
  onClose: () => void;
}

/** A file, large. Whoever added it can remove it. */
function FileSheet({ visit, file, isWaiting, onClose }: FileSheetProps) {
  const { session } = useField();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, once } = useOneTap();
  async function remove() {
    if (!(await removed(file.id))) return;
    const answers = withoutAnswer(visit, file.id, new Date().toISOString());
    if (answers.length === 0 || (await keepAt(visit, 'Removed', ...answers))) onClose();
  }
  const isOwn = file.created_by === session?.user.id;
  const held = useHeld(file.id);
  return (
    <Sheet title={file.name} onClose={onClose}>
      <LargeFile file={file} />
      {held && <SendNow entry={held} />}
      <p className="field-words">
        {file.author ? (
          fromWords(file)
        ) : (
          <>
            {visit.customer.name}, {moment(file.created_at)} {isWaiting && <WaitingFile file={file.id} />}
          </>
        )}
      </p>
      {file.state === 'refused' && (
        <p className="field-words" data-tone="danger">
          This file wasn’t accepted. Add it again, or remove it.
        </p>
      )}
      {isOwn && !isAsking && (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Remove
        </Button>
      )}
      {isAsking && (
        <section className="noted__ask" aria-label="Remove it?">
          <Button variant="quiet" onClick={() => setAsking(false)}>
            No, keep it
          </Button>
          <Button variant="secondary" busy={isBusy} onClick={() => void once(remove)}>
            Yes, remove it
          </Button>
        </section>
      )}
    </Sheet>
  );
}

/** Why a file can't be looked at on this phone now. */
function awayWords({ state, kind, film }: ShownFile): string {
  if (state === 'waiting') return 'The server is checking it.';
  if (film?.state === 'waiting')
    return 'It’s being converted to play on every phone. Come back in a few minutes.';
  if (film?.state === 'failed') return film.refusal;
  return kind === 'video' ? 'You can watch it when you’re online.' : 'You can see it when you’re online.';
}

function LargeFile({ file }: { file: ShownFile }) {
  const content = usePicture(file, 'content');
  const [isAway, setAway] = useState(false);
  if (content === undefined || isAway) return <p className="field-words">{awayWords(file)}</p>;
  if (file.kind === 'photo')
    return <img className="file-large" src={content} alt={file.name} onError={() => setAway(true)} />;
  if (file.kind === 'video')
    return (
      <video className="file-large" src={content} controls playsInline onError={() => setAway(true)}>
        <track
          kind="captions"
          srcLang="en"
          label="Captions"
          {...(!content.startsWith('blob:') && { src: playedOf(file.id).captions })}
        />
      </video>
    );
  return (
    <a className="m-button m-button--primary is-main" href={content} download={file.name}>
      Open the document
    </a>
  );
}

/** Whether a file is gone: from the phone, if it has not left it, or else from the server. */
async function removed(file: string): Promise<boolean> {
  let isHere = false;
  if (!(await attempt(async () => (isHere = await takeFileBack(file))))) return false;
  if (!isHere) {
    try {
      const params = { path: { id: file }, header: { 'idempotency-key': commandId() } };
      await answer(api.DELETE('/services/filesystem/api/v1/files/{id}', { params }));
      void refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      complain(error.status === 0 ? 'It has been sent. You need a connection to remove it.' : error.message);
      return false;
    }
  }
  say('Removed.');
  return true;
}
