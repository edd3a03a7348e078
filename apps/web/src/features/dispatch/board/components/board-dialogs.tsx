import type { Board, BoardDay, BoardVisit } from '@muster/domain/dispatch/scheduling/board/board';
import { reasonInWords, type Reason } from '@muster/domain/dispatch/scheduling/board/reasons';
import { dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { Checkbox, Group, List, Modal, Stack } from '@mantine/core';
import { CUSTOMER_AGREED } from '@muster/domain/work/assignments/rules';
import type { RuleName } from '@muster/domain/dispatch/scheduling/constraints';
import { useState } from 'react';
import type { Focus } from '../model/focus.ts';
import { OverrideReason, useOfferedReasons } from '../../../../lib/kit/form/override-reason.tsx';
import { currentScenario } from '../../../../lib/board/scenario.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import { useFocusBack } from '../../../../lib/kit/use-focus-back.ts';
import { FindSlot } from './find-slot.tsx';
import { reasonsInWords } from '../model/verdict.ts';
import type { Asked, useMoves } from './state/use-moves.ts';

interface BoardDialogsProps {
  board: Board;
  days: readonly BoardDay[];
  moves: ReturnType<typeof useMoves>;
  /** The visit that a place is looked for. */
  seeking: string | undefined;
  onSought: () => void;
  onFocus: (focus: Focus) => void;
  onShowDay: (date: LocalDate) => void;
}

/** The decisions that a move may ask for: whether to put it there anyway, and which of the best places it goes to. */
export function BoardDialogs(props: BoardDialogsProps) {
  const { board, days, moves, seeking, onSought } = props;
  // Known before somebody is asked: nothing moves while they read.
  useOfferedReasons();
  return (
    <>
      {moves.asked && (
        <DropAnyway board={board} asked={moves.asked} onDrop={moves.dropAnyway} onClose={moves.leave} />
      )}
      {seeking && board.visits.has(seeking) && (
        <FindSlot
          board={board}
          visit={seeking}
          from={days[0]!.date}
          onClose={onSought}
          onBook={(technicians, start) => {
            onSought();
            props.onFocus({ technician: technicians[0]!, visit: seeking });
            const date = dateAt(start, board.business.zone);
            if (days.every((day) => day.date !== date)) props.onShowDay(date);
            void moves.commands.take({ visit: seeking, technicians, start });
          }}
        />
      )}
    </>
  );
}

interface DropAnywayProps {
  board: Board;
  asked: Asked;
  /** Why it goes there, and whether the customer has agreed to the new time. */
  onDrop: (reason: string, agreed: boolean) => void;
  onClose: () => void;
}

/** What keeps visits from a place that somebody wants; with one reason for all of them they go there, where that may be. */
function DropAnyway({ board, asked: { moves, against }, onDrop, onClose }: DropAnywayProps) {
  useFocusBack();
  const all = [...against.values()].flat();
  const isForGood = all.some(({ canOverride }) => !canOverride);
  const [what, verb, leave] =
    moves.length === 1
      ? ['This visit', 'doesn’t', 'Leave it where it was']
      : [
          `${against.size} of ${moves.length} visits`,
          against.size === 1 ? 'doesn’t' : 'don’t',
          'Leave them where they were',
        ];
  return (
    <Modal opened onClose={onClose} title={isForGood ? `${what} can’t go here` : `${what} ${verb} fit here`}>
      <Stack gap="sm">
        <List size="sm" spacing={4}>
          {[...against].flatMap(([id, reasons]) => {
            const visit = board.visits.get(id);
            if (visit === undefined) return [];
            const lines =
              moves.length === 1 ? reasonsInWords(board, visit, reasons) : [inShort(board, visit, reasons)];
            return lines.map((text) => <List.Item key={`${id} ${text}`}>{text}</List.Item>);
          })}
        </List>
        {isForGood ? (
          <ActionButton variant="filled" onClick={onClose}>
            {leave}
          </ActionButton>
        ) : (
          <WithReason
            rules={new Set(all.map(({ rule }) => rule))}
            customers={
              [...against.values()].filter((reasons) => reasons.some(({ rule }) => rule === 'window')).length
            }
            leave={leave}
            onDrop={onDrop}
            onClose={onClose}
          />
        )}
      </Stack>
    </Modal>
  );
}

/** "Nguyen: overlaps Ho 9:00 am, 20 min after the shift", where there are several. */
function inShort(board: Board, visit: BoardVisit, reasons: readonly Reason[]): string {
  const words = new Set(reasons.map((reason) => reasonInWords(board, visit, reason).short));
  return `${visit.row.customer}: ${[...words].join(', ')}`;
}

interface WithReasonProps extends Pick<DropAnywayProps, 'onDrop' | 'onClose'> {
  /** What would be broken. */
  rules: ReadonlySet<RuleName>;
  /** How many were promised another time. */
  customers: number;
  /** The way back, in words. */
  leave: string;
}

/**
 * Why it goes there. What was promised stays promised and is seen to be broken, unless the customer has agreed to the new time: then
 * that is the promise, and needs no other reason.
 */
function WithReason({ rules, customers, leave, onDrop, onClose }: WithReasonProps) {
  const first = useFirstFocus();
  const [reason, setReason] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const mayAgree = rules.has('window') && currentScenario() === null;
  const needsReason = !(isAgreed && rules.size === 1);
  const isReady = !needsReason || reason.trim() !== '';
  const send = () => isReady && onDrop(reason.trim(), isAgreed);
  return (
    <FormFrame label="Drop anyway" isSaving={false} onSubmit={send} onCancel={onClose}>
      <Stack gap="sm">
        {mayAgree && (
          <Checkbox
            label={
              customers > 1
                ? `All ${customers} customers have agreed to these times`
                : 'The customer has agreed to this time'
            }
            description="It becomes the agreed day and arrival window. Otherwise the visit stays marked as outside what was promised."
            checked={isAgreed}
            onChange={(event) => setAgreed(event.target.checked)}
          />
        )}
        {needsReason && (
          <OverrideReason
            ref={first}
            // What the customer agreed to is ticked above, so that the new time is the promise.
            without={mayAgree ? CUSTOMER_AGREED : undefined}
            value={reason}
            onChange={setReason}
          />
        )}
        <Group gap="xs">
          <ActionButton variant="filled" disabled={!isReady} onClick={send}>
            Drop anyway
          </ActionButton>
          <ActionButton variant="subtle" onClick={onClose}>
            {leave}
          </ActionButton>
        </Group>
      </Stack>
    </FormFrame>
  );
}
