import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { ApiError, answer, api } from '../../lib/api.ts';
import { commandId } from '../../lib/command-id.ts';
import { moment } from '../../lib/format.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { attempt, complain, keepAt, say } from '../frame/notice.ts';
import { useOneTap } from '../frame/one-tap.ts';
import { Sheet } from '../frame/sheet.tsx';
import { takeFileBack } from '../outbox/take-back.ts';
import { useField } from '../state.ts';
import { refresh } from '../sync.ts';
import { Delivery } from '../visit/small-words.tsx';
import { type ShownFile, usePicture } from './file-tile.tsx';
import { withoutAnswer } from './without-answer.ts';

interface FileSheetProps {
  visit: ShownVisit;
  file: ShownFile;
  isWaiting: boolean;
  onClose: () => void;
}

/** A file, large. Whoever added it can remove it. */
export function FileSheet({ visit, file, isWaiting, onClose }: FileSheetProps) {
  const { session } = useField();
  const content = usePicture(file, 'content');
  const [isAsking, setAsking] = useState(false);
  const { isBusy, once } = useOneTap();
  async function remove() {
    if (!(await removed(file.id))) return;
    const answers = withoutAnswer(visit, file.id, new Date().toISOString());
    if (answers.length === 0 || (await keepAt(visit, 'Removed', ...answers))) onClose();
  }
  const isOwn = file.created_by === session?.user.id;
  return (
    <Sheet title={file.name} onClose={onClose}>
      <Shown file={file} content={content} />
      <p className="field-words">
        {visit.customer.name}, {moment(file.created_at)} <Delivery isWaiting={isWaiting} />
      </p>
      {file.state === 'refused' && (
        <p className="field-words" data-tone="danger">
          The server could not take this file. Take it again, or leave it.
        </p>
      )}
      {isOwn && (
        <Button
          variant="secondary"
          busy={isBusy}
          onClick={() => (isAsking ? void once(remove) : setAsking(true))}
        >
          {isAsking ? 'Yes, remove it' : 'Remove'}
        </Button>
      )}
    </Sheet>
  );
}

function Shown({ file, content }: { file: ShownFile; content: string | undefined }) {
  const [isAway, setAway] = useState(false);
  if (content === undefined || isAway)
    return (
      <p className="field-words">
        {file.state === 'waiting'
          ? 'It is being looked at by the server.'
          : 'It can be seen when there is a connection.'}
      </p>
    );
  if (file.kind === 'photo')
    return <img className="file-large" src={content} alt={file.name} onError={() => setAway(true)} />;
  if (file.kind === 'video')
    return (
      <video className="file-large" src={content} controls playsInline onError={() => setAway(true)}>
        <track kind="captions" />
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
      complain(
        error.status === 0 ? 'It is sent already. To remove it, a connection is needed.' : error.message,
      );
      return false;
    }
  }
  say('Removed.');
  return true;
}
