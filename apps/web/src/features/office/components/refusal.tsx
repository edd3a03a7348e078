import './refusal.css';

/** Why something did not work. The frame is on the page from the start, so that a screen reader hears what appears in it. */
export function Refusal({ text }: { text: string | undefined }) {
  return <div role="alert">{text && <p className="office-refusal">{text}</p>}</div>;
}
