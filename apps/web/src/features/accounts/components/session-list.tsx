import { Button } from '@muster/ui/button';
import { moment } from '../../../lib/format.ts';
import type { SessionEntry } from '../api.ts';
import './session-list.css';

interface SessionListProps {
  sessions: SessionEntry[];
  /** Which ones are being ended just now. */
  ending: (id: string) => boolean;
  onEnd: (session: SessionEntry) => void;
}

export function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  return (
    <ul className="sessions" aria-label="Where you are signed in">
      {sessions.map((session) => (
        <li key={session.id}>
          <div>
            <h3>{session.device}</h3>
            <p>
              Signed in <time dateTime={session.created_at}>{moment(session.created_at)}</time>
              {!session.current && (
                <>
                  , last seen <time dateTime={session.seen_at}>{moment(session.seen_at)}</time>
                </>
              )}
            </p>
          </div>
          {session.current ? (
            <span className="sessions__here">This browser</span>
          ) : (
            <Button
              variant="secondary"
              size="small"
              busy={ending(session.id)}
              aria-label={`Sign out ${session.device}`}
              onClick={() => onEnd(session)}
            >
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
