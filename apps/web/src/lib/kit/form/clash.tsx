import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { whoChangedQuery } from './whose.ts';
import './clash.css';

interface ClashProps {
  /** Where both sides are of one field of a record: whose is the other? */
  whose: Parameters<typeof whoChangedQuery>;
  label: string;
  mine: string;
  theirs: string;
  onChoose: (which: 'mine' | 'theirs') => void;
}

/** Both values of a field that two people changed at once, side by side. */
export function Clash({ whose, label, mine, theirs, onChoose }: ClashProps) {
  const who = useQuery(whoChangedQuery(...whose)).data ?? 'A colleague';
  return (
    <div className="clash" role="alert">
      <p>{who} changed this as well. Which one is right?</p>
      <div className="clash__sides">
        <Side field={label} title="Keep yours" value={mine} onChoose={() => onChoose('mine')} />
        <Side field={label} title="Take theirs" value={theirs} onChoose={() => onChoose('theirs')} />
      </div>
    </div>
  );
}

function Side(props: { field: string; title: string; value: string; onChoose: () => void }) {
  const { field, title, value, onChoose } = props;
  return (
    <UnstyledButton className="clash__side" onClick={onChoose}>
      <VisuallyHidden>{field}:</VisuallyHidden>
      <span className="clash__title">{title}</span>
      <span className="clash__value">{value || 'Empty'}</span>
    </UnstyledButton>
  );
}
