import { Button } from '@muster/ui/button';
import { useNow } from '../../lib/page/use-now.ts';
import { Glyph } from '../frame/glyph.tsx';
import { linkTo } from '../router.ts';
import { useField, useZone } from '../state.ts';
import { hear } from '../sync.ts';
import { type NewsLine, newsLines } from './words.ts';
import './news.css';

/** More than fit on a screen beside the day are opened on request. */
const FIRST = 4;

/** What the office did to somebody's visits. It stays until they say that they have read it, with a connection or without. */
export function NewsBanner() {
  const { news } = useField();
  const now = useNow();
  const zone = useZone();
  const lines = newsLines(news, now, zone);
  return (
    // It is there before it has something to say: what appears together with its words is not read out everywhere.
    <output>
      {lines.length > 0 && (
        <section className="news" aria-label="Changes from the office">
          <h2>Changes from the office</h2>
          <Lines lines={lines.slice(0, FIRST)} />
          {lines.length > FIRST && (
            <details>
              <summary className="field-fold">
                <Glyph name="next" />
                {lines.length - FIRST} more
              </summary>
              <Lines lines={lines.slice(FIRST)} />
            </details>
          )}
          <Button wide onClick={() => hear(Math.max(...news.map(({ change }) => change)))}>
            Got it
          </Button>
        </section>
      )}
    </output>
  );
}

function Lines({ lines }: { lines: readonly NewsLine[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.key}>
          {line.visit === undefined ? (
            <div className="news__line">
              <NewsWords line={line} />
            </div>
          ) : (
            <a className="news__line" {...linkTo({ page: 'visit', id: line.visit })}>
              <NewsWords line={line} />
              <Glyph name="next" />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function NewsWords({ line: { word, who, when, by } }: { line: NewsLine }) {
  return (
    <span>
      <strong>{word}:</strong> {who}
      <span className="news__when">{when}</span>
      <small>{by}</small>
    </span>
  );
}
