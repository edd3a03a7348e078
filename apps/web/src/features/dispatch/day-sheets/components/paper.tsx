import type { ReactNode } from 'react';
import { registrationWords } from '@muster/domain/values/letterhead';
import { Letterhead, letterheadStyle } from '../../../../lib/kit/letterhead.tsx';
import type { PaperDay } from '../api.ts';
import './paper.css';

/** What every page says of itself. */
export interface PaperHead {
  business: PaperDay['business'];
  /** In words. */
  date: string;
  holiday: string | null;
  printedAt: string;
}

interface PaperProps {
  id: string;
  head: PaperHead;
  title: ReactNode;
  facts: string;
  children: ReactNode;
}

/**
 * What begins a page of its own. It is laid out by a table, because browsers repeat the head and the foot of a table on each page that
 * it goes on over, and nothing else.
 */
export function Paper({ id, head, title, facts, children }: PaperProps) {
  return (
    <section className="paper" style={letterheadStyle(head.business.colour)} aria-labelledby={`paper-${id}`}>
      <table role="presentation" className="paper__layout">
        <thead>
          <tr>
            <td>
              <Head id={id} head={head} title={title} facts={facts} />
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{children}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <td>
              <Foot head={head} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** The same for what is a table itself, and wide. */
export function WidePaper({ id, head, title, facts, children }: PaperProps) {
  return (
    <section
      className="paper"
      data-wide
      style={letterheadStyle(head.business.colour)}
      aria-labelledby={`paper-${id}`}
    >
      <Head id={id} head={head} title={title} facts={facts} />
      {children}
      <Foot head={head} />
    </section>
  );
}

function Head({ id, head, title, facts }: Omit<PaperProps, 'children'>) {
  return (
    <div className="paper__head">
      <p className="paper__business">
        <Letterhead
          name={head.business.name}
          logo={head.business.logo_id}
          frame={{ width: '60mm', height: '10mm' }}
        />
      </p>
      <p className="paper__date">
        {head.date}
        {head.holiday !== null && <span className="paper__holiday"> · {head.holiday}</span>}
      </p>
      <h2 id={`paper-${id}`}>{title}</h2>
      <p className="paper__facts">{facts}</p>
    </div>
  );
}

function Foot({ head }: { head: PaperHead }) {
  return (
    <p className="paper__foot">
      {[head.business.name, ...registrationWords(head.business), `printed ${head.printedAt}`].join(' · ')}
    </p>
  );
}
