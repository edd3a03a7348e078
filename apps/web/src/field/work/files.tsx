import { useEffect, useRef, useState } from 'react';
import { commandId } from '../../lib/command-id.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { fileSize } from '../../lib/format.ts';
import { Glyph } from '../frame/glyph.tsx';
import { complain, keepAt } from '../frame/notice.ts';
import { ProblemNotice } from '../frame/problem.tsx';
import { FileSheet } from './file-sheet.tsx';
import { FileTile } from './file-tile.tsx';
import { PickButton } from './pick-button.tsx';
import { CHOOSABLE_HERE, LARGEST_FILE, readied } from './picture.ts';
import './work.css';

/** Photos, short films and documents of a visit. */
export function Files({ visit }: { visit: ShownVisit }) {
  const [open, setOpen] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const files = visit.files.filter(({ kind }) => kind !== 'signature');
  const shown = files.find(({ id }) => id === open);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  async function add(chosen: readonly File[]) {
    setBusy(true);
    setProblems([]);
    const found = await addFiles(visit, chosen);
    setProblems(found);
    setBusy(false);
    // Whoever has gone on meanwhile reads it where they are.
    if (found.length > 0 && !isHere.current) complain(found.join(' '));
  }
  return (
    <section className="field-card" aria-label="Photos and files" aria-busy={isBusy}>
      <h2>Photos and files</h2>
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
        <PickButton accept={CHOOSABLE_HERE} multiple onPick={(chosen) => void add(chosen)}>
          <Glyph name="clip" />
          Choose files
        </PickButton>
      </div>
      {problems.length > 0 && <Problems words={problems} onRead={() => setProblems([])} />}
      <p className="field-words work__hint">
        Photos are made smaller, and where they were taken is removed. Videos and documents up to{' '}
        {fileSize(LARGEST_FILE)}.
      </p>
      {shown && (
        <FileSheet
          visit={visit}
          file={shown}
          isWaiting={visit.waiting.has(shown.id)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
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

/** Keeps what can be kept, and says of the rest why not. */
async function addFiles(visit: ShownVisit, chosen: readonly File[]): Promise<string[]> {
  const problems = new Set<string>();
  for (const one of chosen) {
    const ready = await readied(one);
    if (typeof ready === 'string') {
      problems.add(ready);
      continue;
    }
    const file = commandId();
    const taken_at = new Date(one.lastModified || Date.now()).toISOString();
    if (!(await keepAt(visit, 'Added', { kind: 'file', file, ...ready, taken_at }))) break;
  }
  return [...problems];
}
