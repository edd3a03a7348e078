import { Button } from '@muster/ui/button';
import { Glyph } from './glyph.tsx';
import { complain, useNotice } from './notice.ts';

/** What could not be kept, until it is read. */
export function Problem() {
  const { problem } = useNotice();
  if (problem === undefined) return null;
  return <ProblemNotice words={[problem]} onRead={() => complain(undefined)} />;
}

/** What went wrong, each in a line of its own. */
export function ProblemNotice({ words, onRead }: { words: readonly string[]; onRead: () => void }) {
  return (
    <div className="field-notice" data-tone="danger" role="alert">
      <Glyph name="warning" />
      <div>
        {words.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <Button variant="secondary" onClick={onRead}>
        OK
      </Button>
    </div>
  );
}
