import type { HistoryEntry } from '../api.ts';
import { historyText, historyWords } from '../model/history-words.ts';
import { officeMoment } from '../model/office-moment.ts';
import './history-list.css';

/** Newest first. */
export function HistoryList({ history }: { history: HistoryEntry[] }) {
  return (
    <ol className="history" aria-label="History">
      {history.map((entry) => {
        const text = historyText(entry);
        return (
          <li key={entry.position} data-kind={entry.kind}>
            <p className="history__what">{historyWords(entry)}</p>
            {text && <p className="history__text">{text}</p>}
            <p className="history__when">
              {entry.by && `${entry.by.name}, `}
              <time dateTime={entry.at}>{officeMoment(entry.at)}</time>
            </p>
          </li>
        );
      })}
    </ol>
  );
}
