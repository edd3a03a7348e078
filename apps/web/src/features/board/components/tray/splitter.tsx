import { trayWidths } from '../state/use-look.ts';

interface SplitterProps {
  label: string;
  /** Of what lies to its right. */
  width: number;
  onWidth: (width: number) => void;
}

const stepPx = 20;

/** An edge that is dragged, or moved with the arrows, to make room. */
export function Splitter({ label, width, onWidth }: SplitterProps) {
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={trayWidths.least}
      aria-valuemax={trayWidths.most}
      tabIndex={0}
      className="splitter"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        onWidth(event.currentTarget.parentElement!.getBoundingClientRect().right - event.clientX);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        onWidth(width + (event.key === 'ArrowLeft' ? stepPx : -stepPx));
      }}
    />
  );
}
