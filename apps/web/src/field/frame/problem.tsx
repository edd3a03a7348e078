import { Button } from '@muster/ui/button';
import { Glyph } from './glyph.tsx';
import { complain, useNotice } from './notice.ts';

/** What could not be kept, until it is read. */
export function Problem() {
  const { problem } = useNotice();
  if (problem === undefined) return null;
  return (
    <div className="field-notice" data-tone="danger" role="alert">
      <Glyph name="warning" />
      <p>{problem}</p>
      <Button variant="secondary" onClick={() => complain(undefined)}>
        OK
      </Button>
    </div>
  );
}
