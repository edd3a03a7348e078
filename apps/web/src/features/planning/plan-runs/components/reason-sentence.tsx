import { minuteOf } from '@muster/domain/work/assignments/rules';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import type { ReasonPart } from '@muster/domain/planning/proposals/schema';

/** Where the names in a reason lead. */
export interface Links {
  onOpen: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
}

interface SentenceProps extends Links {
  board: Board;
  parts: readonly ReasonPart[];
}

/** A reason in words, whose names lead to what they are about. */
export function Sentence({ board, parts, onOpen, onOpenTechnician }: SentenceProps) {
  return parts.map((part, at) => {
    const { visit, technician } = part;
    const text = textOf(board, part);
    const key = `${at} ${text}`;
    if (visit !== undefined)
      return (
        <button key={key} type="button" data-visit={visit} onClick={() => onOpen(visit)}>
          {text}
        </button>
      );
    if (technician !== undefined)
      return (
        <button key={key} type="button" onClick={() => onOpenTechnician(technician)}>
          {text}
        </button>
      );
    return <span key={key}>{text}</span>;
  });
}

/** The same without links, for a button. */
export function plainText(board: Board, parts: readonly ReasonPart[]): string {
  const text = parts.map((part) => textOf(board, part)).join('');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function textOf({ business: { zone } }: Board, { text, at, as }: ReasonPart): string {
  if (at === undefined) return text;
  return as === 'day' ? dayInWords(minuteOf(at), zone) : timeInWords(minuteOf(at), zone);
}
