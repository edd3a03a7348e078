import { Button, Checkbox } from '@mantine/core';
import { minuteOf } from '@muster/domain/assignments/rules';
import type { Difference } from '@muster/domain/planning/schema';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { listInWords } from '@muster/domain/scheduling/board/words/scene';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import type { Item } from '../api.ts';
import { isOpen, nameOf } from '../model/items.ts';
import { type Links, plainText, Sentence } from './sentence.tsx';

interface ProposalItemProps extends Links {
  board: Board;
  item: Item;
  /** Why it cannot be accepted, if that is so. */
  unfit: readonly string[];
  isChosen: boolean;
  /** Whether the days have to be named as well. */
  hasDays: boolean;
  onChoose: (isChosen: boolean) => void;
  onRemedy: (remedy: number) => void;
}

/** What would become of a visit, and why. */
export function ProposalItem(props: ProposalItemProps) {
  const { board, item, unfit, isChosen, onChoose, onRemedy, ...links } = props;
  const name = nameOf(board, item.visit_id);
  const { before, after } = item;
  return (
    <li className="plan-item" data-visit={item.visit_id} data-kind={item.kind}>
      {isOpen(item) && (
        <Checkbox
          size="sm"
          aria-label={`Accept ${name}`}
          checked={isChosen}
          disabled={item.unfit !== null}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
      <div>
        <p className="plan-item__what">
          <button type="button" onClick={() => links.onOpen(item.visit_id)}>
            {name}
          </button>
        </p>
        <p className="plan-item__where">
          {before && <s>{placeInWords(props, before)}</s>}
          {before && after && ' → '}
          {after ? placeInWords(props, after) : item.kind === 'freed' && ' → back to the tray'}
        </p>
        {item.reasons.map((parts) => (
          <p key={plainText(board, parts)} className="plan-item__why">
            <Sentence board={board} parts={parts} {...links} />
          </p>
        ))}
        {unfit.map((text) => (
          <p key={text} className="plan-item__unfit">
            {text}
          </p>
        ))}
        {item.remedies.length > 0 && (
          <div className="plan-item__remedies">
            {item.remedies.map(({ words }, at) => (
              <Button
                key={plainText(board, words)}
                size="compact-xs"
                variant="default"
                onClick={() => onRemedy(at)}
              >
                {plainText(board, words)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

function placeInWords(
  { board, hasDays }: Pick<ProposalItemProps, 'board' | 'hasDays'>,
  { technicians, starts_at }: NonNullable<Difference['after']>,
): string {
  const { zone } = board.business;
  const at = minuteOf(starts_at);
  const names = technicians.map((id) => board.technicians.get(id)?.row.name ?? 'somebody');
  return `${listInWords(names)} ${hasDays ? `${dayInWords(at, zone)} ` : ''}${timeInWords(at, zone)}`;
}
