import type { ShownProposal } from '@muster/domain/planning/proposals/schema';
import { Checkbox, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { useState } from 'react';
import type { Difference, Figures } from '@muster/domain/planning/plan-runs/schema';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { listInWords } from '@muster/domain/values/words';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import { moment } from '../../../../lib/format/format.ts';
import { RecordDrawer } from '../../../../lib/kit/drawer/record-drawer.tsx';
import { businessQuery, callBack, type Item } from '../api.ts';
import {
  awayInWords,
  calledBackInWords,
  groupItems,
  isOpen,
  type ItemGroup,
  mayMail,
  nameOf,
} from '../model/proposal.ts';
import { daysInWords, wayNames } from '../model/ways.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { currentScenario } from '../../../../lib/board/scenario.ts';
import { compare } from '../model/figures.ts';
import { type Choice, useChosenFigures, useProposal } from './use-proposal.ts';
import { type Links, plainText, Sentence } from './reason-sentence.tsx';
import './proposal.css';

interface ProposalPanelProps extends Links {
  board: Board;
  proposal: ShownProposal;
  choice: Choice;
  /** Lets the optimiser mend the same days once more. */
  onRepair: () => void;
  onClose: () => void;
}

function endingOf({ state, decided_by }: ShownProposal): string | undefined {
  if (state === 'open') return undefined;
  if (state === 'superseded') return 'These days have been planned again. Open the newer proposal.';
  const who = decided_by === null ? 'Someone' : decided_by.name || 'A program';
  return `${who} has ${state === 'accepted' ? 'accepted this proposal' : 'rejected this proposal'}.`;
}

/** A schedule that nobody has accepted yet: what it would change, why, and what it is worth. */
export function ProposalPanel({ board, proposal, choice, onRepair, onClose, ...links }: ProposalPanelProps) {
  const decision = useProposal(proposal, choice, onClose);
  const { made_by, made_at, before, state } = proposal;
  const figures = useChosenFigures(proposal, decision);
  const ending = endingOf(proposal);
  const groups = state === 'open' ? groupItems(proposal.items) : [];
  return (
    <RecordDrawer title={`${wayNames[proposal.way]}: ${daysInWords(proposal)}`} onClose={onClose}>
      <div className="plan-panel">
        <p className="plan-panel__by">
          {made_by.name || 'A program'}, {moment(made_at, board.business.zone)}
        </p>
        {ending !== undefined && <output className="plan-panel__ended">{ending}</output>}
        {state === 'open' && <Since board={board} proposal={proposal} />}
        <DispatchedAway board={board} proposal={proposal} onRepair={onRepair} />
        <FiguresTable before={before} {...figures} />
        {state === 'open' && groups.length === 0 && (
          <p className="plan-panel__nothing">{nothingFound(proposal)}</p>
        )}
        {groups.map((group) => (
          <Group
            key={group.technician ?? 'nobody'}
            board={board}
            group={group}
            proposal={proposal}
            decision={decision}
            links={links}
          />
        ))}
      </div>
      {state === 'open' && <ProposalBar board={board} decision={decision} />}
    </RecordDrawer>
  );
}

function nothingFound({ way, dispatched_away }: ShownProposal): string {
  if (way !== 'repair') return 'No better plan found. The board stays as it is.';
  return dispatched_away.length > 0
    ? 'No other visits need to move.'
    : 'Nothing needs repair, so nothing moves. To place unscheduled visits, fill the gaps.';
}

interface GroupProps {
  board: Board;
  group: ItemGroup;
  proposal: ShownProposal;
  decision: ReturnType<typeof useProposal>;
  links: Links;
}

function Group({ board, group: { technician, items }, proposal, decision, links }: GroupProps) {
  const name =
    technician === undefined
      ? 'Still unscheduled'
      : (board.technicians.get(technician)?.row.name ?? 'Someone');
  const fitting = items.filter((item) => decision.fitting.includes(item)).map(({ id }) => id);
  const chosen = fitting.filter((id) => decision.isChosen(id)).length;
  const stories = proposal.days.filter((day) => day.technician_id === technician);
  return (
    <section className="plan-group" aria-label={name}>
      <h3>
        {technician !== undefined && (
          <Checkbox
            size="sm"
            aria-label={`Accept all for ${name}`}
            checked={fitting.length > 0 && chosen === fitting.length}
            indeterminate={chosen > 0 && chosen < fitting.length}
            disabled={fitting.length === 0}
            onChange={(event) => decision.choose(fitting, event.currentTarget.checked)}
          />
        )}
        {name}
        <span>{items.length}</span>
      </h3>
      {stories.map(({ date, words }) => (
        <p key={date} className="plan-group__story">
          <Sentence board={board} parts={words} {...links} />
        </p>
      ))}
      <ul>
        {items.map((item) => (
          <ProposalItem
            key={item.id}
            board={board}
            item={item}
            unfit={unfitWords(item, decision.refused)}
            isChosen={item.unfit === null && decision.isChosen(item.id)}
            hasDays={proposal.from !== proposal.to}
            onChoose={(isChosen) => decision.choose([item.id], isChosen)}
            onRemedy={(at) => decision.remedy(item.id, at)}
            {...links}
          />
        ))}
      </ul>
    </section>
  );
}

/** Why it does not fit any more, or not without those that were left. */
function unfitWords({ id, unfit }: Item, refused: GroupProps['decision']['refused']): string[] {
  const found = unfit ?? refused?.unfit.find((one) => one.item_id === id)?.reasons ?? [];
  return [...new Set(found.map(({ text }) => text))];
}

const mostTold = 3;

/** What has happened on the board that this proposal does not know of. */
function Since({ board, proposal: { since } }: Pick<GroupProps, 'board' | 'proposal'>) {
  if (since.length === 0) return null;
  return (
    <output className="plan-since">
      <b>Changed since</b>
      <ul>
        {since.slice(0, mostTold).map(({ number, by, at, visits, technicians }) => (
          <li key={number}>
            {by.name || 'A program'} changed {subjectsOf(board, visits, technicians)},{' '}
            {moment(at, board.business.zone)}
          </li>
        ))}
      </ul>
      {since.length > mostTold && <p>And {since.length - mostTold} more changes.</p>}
    </output>
  );
}

function subjectsOf(board: Board, visits: readonly string[], technicians: readonly string[]): string {
  const names = [
    ...visits.map((id) => nameOf(board, id)),
    ...(visits.length === 0 ? technicians.map((id) => board.technicians.get(id)?.row.name ?? 'someone') : []),
  ];
  return names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(' and ');
}

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
function ProposalItem(props: ProposalItemProps) {
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
  const names = technicians.map((id) => board.technicians.get(id)?.row.name ?? 'someone');
  return `${listInWords(names)} ${hasDays ? `${dayInWords(at, zone)} ` : ''}${timeInWords(at, zone)}`;
}

interface DispatchedAwayProps {
  board: Board;
  proposal: Pick<ShownProposal, 'dispatched_away'>;
  /** Lets the optimiser place what has been called back. */
  onRepair: () => void;
}

/** What stays with somebody who is away, because they have been told of it: one press takes that back and repairs the day. */
function DispatchedAway({ board, proposal: { dispatched_away }, onRepair }: DispatchedAwayProps) {
  const { run } = useCommand();
  const [isBusy, setBusy] = useState(false);
  if (dispatched_away.length === 0) return null;
  const nameOf = (id: string) => board.technicians.get(id)?.row.name ?? 'someone';
  const visits = dispatched_away.flatMap((away) => away.visits);

  async function callAndRepair() {
    setBusy(true);
    const done = calledBackInWords(visits.length);
    const row = await run({ what: visits, send: (key) => callBack(visits, key), done });
    setBusy(false);
    if (row !== undefined) onRepair();
  }

  return (
    <section className="plan-away" aria-label="Dispatched to someone who is away">
      {dispatched_away.map((away) => (
        <p key={away.technician_id}>{awayInWords(nameOf(away.technician_id), away.visits.length)}</p>
      ))}
      {/* Whoever was told of a visit was told on the live board. */}
      {currentScenario() === null && (
        <ActionButton size="compact-sm" variant="filled" busy={isBusy} onClick={() => void callAndRepair()}>
          Call back and repair
        </ActionButton>
      )}
    </section>
  );
}

/** Before and after, in what a dispatcher asks for. While those of another choice are reckoned, the last ones are pale. */
function FiguresTable({ before, after, isAsking }: { before: Figures; after: Figures; isAsking: boolean }) {
  return (
    <dl className="plan-figures" aria-busy={isAsking}>
      {compare(before, after).map((figure) => (
        <div key={figure.label}>
          <dt>{figure.label}</dt>
          <dd>
            {figure.change === undefined ? (
              figure.after
            ) : (
              <>
                <span className="plan-figures__before">{figure.before}</span>
                <span aria-hidden>→</span>
                <span className="m-hidden"> then </span>
                <b>{figure.after}</b>
                <em data-better={figure.isBetter || undefined}>{figure.change}</em>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What can be done with a proposal. What does not fit any more is named before it is left out. */
function ProposalBar({ board, decision }: Pick<GroupProps, 'board' | 'decision'>) {
  const { open, fitting, chosen, refused, isRunning, accept, reject } = decision;
  const doesMail = useQuery(businessQuery).data?.tells_customers === true && currentScenario() === null;
  const stale = open.length - fitting.length;
  const isAll = chosen.length === fitting.length;
  // Somebody chose some that need others to make room.
  const unfit = new Set(refused?.unfit.map(({ item_id }) => item_id));
  const others = chosen.filter(({ id }) => !unfit.has(id));
  return (
    <div className="plan-bar">
      {refused && (
        <p role="alert">
          {unfit.size === 1 ? 'One of these doesn’t' : `${unfit.size} of these don’t`} fit
          {isAll ? ' any more.' : ' without the ones you’ve left out.'}
        </p>
      )}
      {doesMail && mayMail(board, chosen) && (
        <p className="plan-bar__mails">Customers who have a time from you get a message a minute later.</p>
      )}
      <div>
        {refused && others.length > 0 && (
          <ActionButton variant="filled" busy={isRunning} onClick={() => accept(chosen, true)}>
            Accept the other {others.length}
          </ActionButton>
        )}
        {!refused && isAll && fitting.length > 0 && (
          <ActionButton variant="filled" busy={isRunning} onClick={() => accept(fitting)}>
            {stale === 0
              ? `Accept all ${fitting.length}`
              : `Accept the other ${fitting.length} (${stale} no longer ${stale === 1 ? 'fits' : 'fit'})`}
          </ActionButton>
        )}
        {!refused && !isAll && chosen.length > 0 && (
          <ActionButton variant="filled" busy={isRunning} onClick={() => accept(chosen)}>
            Accept {chosen.length} selected
          </ActionButton>
        )}
        {!isAll && (
          <ActionButton busy={isRunning} onClick={() => accept(fitting)}>
            Accept all {fitting.length}
          </ActionButton>
        )}
        <ActionButton variant="subtle" busy={isRunning} onClick={reject}>
          {fitting.length === 0 ? 'Dismiss' : 'Reject'}
        </ActionButton>
      </div>
    </div>
  );
}
