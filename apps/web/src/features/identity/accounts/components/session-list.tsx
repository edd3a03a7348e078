import { Badge, Group, Paper, Text } from '@mantine/core';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import type { SessionEntry } from '../api.ts';
import './session-list.css';

interface SessionListProps {
  sessions: SessionEntry[];
  /** Which ones are ending at the moment. */
  ending: (id: string) => boolean;
  onEnd: (session: SessionEntry) => void;
}

export function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  return (
    <Paper component="ul" withBorder mt="md" className="sessions" aria-label="Where you’re signed in">
      {sessions.map((session) => (
        <Group key={session.id} component="li" justify="space-between" wrap="nowrap" px="md" py="sm">
          <div>
            <Text component="h3" size="sm" fw={600}>
              {session.device}
            </Text>
            <Text size="sm" c="dimmed">
              Signed in <time dateTime={session.created_at}>{moment(session.created_at)}</time>
              {!session.current && (
                <>
                  , last seen <time dateTime={session.seen_at}>{moment(session.seen_at)}</time>
                </>
              )}
            </Text>
          </div>
          {session.current ? (
            <Badge color="ok" flex="none">
              This browser
            </Badge>
          ) : (
            <ActionButton
              flex="none"
              busy={ending(session.id)}
              whenReadOnly
              aria-label={`Sign out ${session.device}`}
              onClick={() => onEnd(session)}
            >
              Sign out
            </ActionButton>
          )}
        </Group>
      ))}
    </Paper>
  );
}
