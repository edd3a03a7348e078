import type { ReactNode } from 'react';
import { Button, ButtonLink } from './button.tsx';
import './message-page.css';

interface MessagePageProps {
  title: string;
  /** What happened, what it means, what to do. */
  text: ReactNode;
  /** Small print, such as a number to quote. */
  detail?: ReactNode;
  actions: ReactNode;
}

/** A page that has one thing to say. The caller puts it into a `main` of its own where there is none around it. */
function MessagePage({ title, text, detail, actions }: MessagePageProps) {
  return (
    <div className="m-message">
      <StrayMark />
      <h1>{title}</h1>
      <p className="m-message__text">{text}</p>
      <div className="m-message__actions">{actions}</div>
      {detail && <p className="m-message__detail">{detail}</p>}
    </div>
  );
}

/** The mark with one of the crew gone astray. */
function StrayMark() {
  return (
    <svg className="m-message__mark" viewBox="0 0 56 24" aria-hidden="true">
      <path d="M7.5 20V4.5l6 8" />
      <circle cx="16" cy="17.5" r="2.7" />
      <path className="m-message__trail" d="M20 15.5C28 10 33 20 40 15" />
      <path className="m-message__stray" d="M50.5 18.5L44 4.5l-.5 10" />
    </svg>
  );
}

export function NotFoundMessage({ home }: { home: string }) {
  return (
    <MessagePage
      title="We couldn’t find this page"
      text="The link may be old or incomplete. Your data is safe."
      actions={<ButtonLink href={home}>Go to the start page</ButtonLink>}
    />
  );
}

interface CrashMessageProps {
  onRetry: () => void;
  home: string;
  /** Whatever lets support find this case: a request id or the time. */
  reference?: string | undefined;
}

export function CrashMessage({ onRetry, home, reference }: CrashMessageProps) {
  return (
    <MessagePage
      title="This page has stopped working"
      text="Something went wrong on our side. Everything you saved is safe, but you may need to re-enter what you were typing."
      actions={
        <>
          <Button onClick={onRetry}>Reload page</Button>
          <ButtonLink variant="secondary" href={home}>
            Go to the start page
          </ButtonLink>
        </>
      }
      detail={reference && `If it happens again, contact us with this reference: ${reference}`}
    />
  );
}
