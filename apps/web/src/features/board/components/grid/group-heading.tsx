import { Icon } from '@muster/ui/icon';
import type { Line } from '../../model/lines.ts';

interface GroupHeadingProps {
  line: Extract<Line, { technician: undefined }>;
  index: number;
  width: number;
  onToggle: (group: string) => void;
}

/** Above the technicians of a group; closes it, and opens it again. */
export function GroupHeading({
  line: { group, isClosed, top, height },
  index,
  width,
  onToggle,
}: GroupHeadingProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="group-heading"
      style={{ top, height, width: `calc(var(--names) + ${width}px)` }}
    >
      <div role="rowheader">
        <button type="button" aria-expanded={!isClosed} onClick={() => onToggle(group.id)}>
          <Icon name="chevron" />
          {group.label} <span>{group.technicians.length}</span>
        </button>
      </div>
    </div>
  );
}
