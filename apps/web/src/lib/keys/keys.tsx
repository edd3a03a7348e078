import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { readPageSettings } from '../page/page-settings.ts';
import { Support } from '../page/support.tsx';
import './keys.css';

const keys = [
  ['Tab', 'Go to the next field or link'],
  ['Shift Tab', 'Go to the previous one'],
  ['Enter', 'Send the form, or follow the link'],
  ['Space', 'Press a button, or open a list'],
  ['Esc', 'Close what’s open'],
  ['?', 'Show these keys'],
] as const;

/** Shows the keys of a page without a shell in a dialog of the browser, which gives the focus back by itself. */
export function showKeys(): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'public-keys';
  dialog.setAttribute('aria-label', 'Help and keys');
  document.body.append(dialog);
  const root = createRoot(dialog);
  dialog.addEventListener('close', () => {
    root.unmount();
    dialog.remove();
  });
  // What is inside has to be there when the dialog opens, because it takes the focus.
  flushSync(() => root.render(<Keys onClose={() => dialog.close()} />));
  dialog.showModal();
}

function Keys({ onClose }: { onClose: () => void }) {
  return (
    <>
      <h2>Help and keys</h2>
      <dl>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Support settings={readPageSettings()} />
      <button type="button" className="m-button m-button--secondary" onClick={onClose}>
        Close
      </button>
    </>
  );
}
