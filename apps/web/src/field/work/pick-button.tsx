import type { ReactNode } from 'react';

interface PickButtonProps {
  accept: string;
  multiple?: boolean;
  capture?: 'environment';
  onPick: (files: readonly File[]) => void;
  children: ReactNode;
}

/** The phone's own way to a photo or a file, as large as a button. */
export function PickButton({ onPick, children, ...input }: PickButtonProps) {
  return (
    <label className="pick">
      <input
        {...input}
        type="file"
        onChange={(event) => {
          onPick([...(event.target.files ?? [])]);
          // The same one can be chosen again.
          event.target.value = '';
        }}
      />
      <span className="m-button m-button--secondary">{children}</span>
    </label>
  );
}
