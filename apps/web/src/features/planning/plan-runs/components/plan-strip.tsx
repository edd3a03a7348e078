import { Button, CloseButton, VisuallyHidden } from '@mantine/core';
import type { PlanRun } from '@muster/domain/planning/plan-runs/schema';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { ReactNode } from 'react';
import { soFar } from '../model/figures.ts';
import { daysInWords, doingInWords } from '../model/ways.ts';
import type { Planning } from './use-planning.ts';
import './plan.css';

interface PlanStripProps {
  planning: Planning;
  /** Who looks at it. */
  me: string;
  /** Where the bar has no room for them, proposals are told of here. */
  isPhone: boolean | undefined;
}

/** Below the bar: what is being planned on these days and by whom, why nothing is, or that it ended badly. */
export function PlanStrip({ planning, me, isPhone }: PlanStripProps) {
  const { run, underWay, refused, error, start, stop, show, forgive } = planning;
  const others = underWay.filter(({ id }) => id !== run?.id);
  const isRunning = run !== undefined && (run.state === 'waiting' || run.state === 'running');
  return (
    <>
      {run && isRunning && (
        <Progress run={run} isOwn={run.asked_by.user_id === me} onStop={() => stop(run.id)} />
      )}
      {others.map((other) => (
        <Progress
          key={other.id}
          run={other}
          isOwn={other.asked_by.user_id === me}
          onShow={() => show(other.id)}
          onStop={() => stop(other.id)}
        />
      ))}
      {isPhone &&
        planning.open.map((one) => (
          <div key={one.id} className="plan-strip">
            <span>A proposal for {daysInWords(one)} is ready to review.</span>
            <Button size="compact-xs" variant="filled" onClick={() => show(one.id)}>
              Review
            </Button>
          </div>
        ))}
      {run?.state === 'failed' && (
        <Note
          text={`${daysInWords(run)} couldn’t be planned. ${run.problem ?? ''}`}
          onClose={() => show(undefined)}
          action={
            <Button
              size="compact-xs"
              onClick={() => start({ way: run.way, seconds: run.seconds }, undefined)}
            >
              Plan again
            </Button>
          }
        />
      )}
      {error && <Note text={error.message} onClose={() => show(undefined)} />}
      {refused && (
        <Note
          text={refused.text}
          onClose={forgive}
          action={
            refused.next && (
              <Button size="compact-xs" variant="filled" onClick={() => start(refused.wanted, refused.next!)}>
                Plan {dateInWords(refused.next)}
              </Button>
            )
          }
        />
      )}
      <VisuallyHidden component="output">{isRunning ? `Planning ${daysInWords(run)}.` : ''}</VisuallyHidden>
    </>
  );
}

interface ProgressProps {
  run: PlanRun;
  isOwn: boolean;
  /** To see the best so far on the board. */
  onShow?: () => void;
  onStop: () => void;
}

function Progress({ run, isOwn, onShow, onStop }: ProgressProps) {
  const { before, after, share } = run;
  const who = isOwn ? 'Planning' : run.asked_by.name;
  return (
    <div className="plan-strip">
      <b>{isOwn ? `${who} ${daysInWords(run)}` : `${who} ${doingInWords(run)}`}</b>
      <span>{before && after ? soFar(before, after) : waiting(run)}</span>
      {onShow && (
        <Button size="compact-xs" onClick={onShow}>
          Show
        </Button>
      )}
      <Button size="compact-xs" title="Keeps the best so far" onClick={onStop}>
        Stop
      </Button>
      <progress className="plan-strip__share" aria-label={`Planning ${daysInWords(run)}`} value={share} />
    </div>
  );
}

function waiting({ place }: PlanRun): string {
  if (place === null) return 'About to start';
  return place === 1 ? 'Next in line' : `Number ${place} in line`;
}

function Note({ text, action, onClose }: { text: string; action?: ReactNode; onClose: () => void }) {
  return (
    <div className="plan-strip" data-note role="alert">
      <span>{text}</span>
      {action}
      <CloseButton size="sm" aria-label="Dismiss" onClick={onClose} />
    </div>
  );
}
