import './refusal.css';

/**
 * Says why something did not work. The frame is on the page from the start, so that a screen reader hears what appears in it.
 * Public pages show it as well, so it does without the component kit.
 */
export function Refusal({ text }: { text: string | undefined }) {
  return (
    <div className="refusal-frame" role="alert">
      {text && <p className="refusal">{text}</p>}
    </div>
  );
}
