import type { ShownProposal } from '@muster/domain/proposals/schema';
import { Checkbox } from '@mantine/core';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { moment } from '../../../lib/format.ts';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import type { Item } from '../api.ts';
import { groupItems, type ItemGroup, nameOf } from '../model/items.ts';
import { daysInWords, wayNames } from '../model/ways.ts';
import { DispatchedAway } from './dispatched-away.tsx';
import { FiguresTable } from './figures-table.tsx';
import { ProposalBar } from './proposal-bar.tsx';
import { ProposalItem } from './proposal-item.tsx';
import { type Links, Sentence } from './sentence.tsx';
import { type Choice, useProposal } from './use-proposal.ts';
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
  if (state === 'superseded') return 'These days have been planned again since. Look at the newer proposal.';
  const who = decided_by === null ? 'Somebody' : decided_by.name || 'A program';
  return `${who} has ${state === 'accepted' ? 'accepted this proposal' : 'put this proposal away'}.`;
}

/** A schedule that nobody has accepted yet: what it would change, why, and what it is worth. */
export function ProposalPanel({ board, proposal, choice, onRepair, onClose, ...links }: ProposalPanelProps) {
  const decision = useProposal(proposal, choice, onClose);
  const { made_by, made_at, before, after, state } = proposal;
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
        <FiguresTable before={before} after={after} />
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
      {state === 'open' && <ProposalBar decision={decision} />}
    </RecordDrawer>
  );
}

function nothingFound({ way, dispatched_away }: ShownProposal): string {
  if (way !== 'repair') return 'Nothing better was found. The board stays as it is.';
  return dispatched_away.length > 0
    ? 'Nothing else has lost its place.'
    : 'No visit has lost its place, so nothing moves. To place what waits, fill the gaps.';
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
      ? 'Still without a place'
      : (board.technicians.get(technician)?.row.name ?? 'Somebody');
  const fitting = items.filter((item) => decision.fitting.includes(item)).map(({ id }) => id);
  const chosen = fitting.filter((id) => decision.isChosen(id)).length;
  const stories = proposal.days.filter((day) => day.technician_id === technician);
  return (
    <section className="plan-group" aria-label={name}>
      <h3>
        {technician !== undefined && (
          <Checkbox
            size="sm"
            aria-label={`Accept all of ${name}`}
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
      <b>Since it was made</b>
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
    ...(visits.length === 0
      ? technicians.map((id) => board.technicians.get(id)?.row.name ?? 'somebody')
      : []),
  ];
  return names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(' and ');
}
