import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import './clash.css';

interface ClashProps {
  label: string;
  mine: string;
  theirs: string;
  onChoose: (which: 'mine' | 'theirs') => void;
}

/** Both values of a field that two people changed at once, side by side. */
export function Clash({ label, mine, theirs, onChoose }: ClashProps) {
  return (
    <div className="clash" role="alert">
      <p>A colleague changed this as well. Which one is right?</p>
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
