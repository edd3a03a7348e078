import { Paper, Text, Timeline } from '@mantine/core';
import type { HistoryEntry } from '../api.ts';
import { historyText, historyWords } from '../model/history-words.ts';
import { officeMoment } from '../model/office-moment.ts';
import './history-list.css';

/** The kit's timeline is made of plain boxes; a screen reader should find a list. */
const list = { role: 'list', 'aria-label': 'History' };
const listItem = { role: 'listitem' };

/** Newest first. */
export function HistoryList({ history }: { history: HistoryEntry[] }) {
  return (
    <Timeline {...list} bulletSize={11} lineWidth={2} className="history">
      {history.map((entry) => {
        const text = historyText(entry);
        return (
          <Timeline.Item key={entry.position} {...listItem} mod={{ kind: entry.kind }}>
            <Text size="sm" fw={600}>
              {historyWords(entry)}
            </Text>
            {text && (
              <Paper withBorder component="p" px="sm" py="xs" my={4} className="history__text">
                {text}
              </Paper>
            )}
            <Text size="xs" c="dimmed">
              {entry.by && `${entry.by.name}, `}
              <time dateTime={entry.at}>{officeMoment(entry.at)}</time>
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
