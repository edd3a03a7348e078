import { SegmentedControl } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { moment } from '../../../../lib/format/format.ts';
import { linked } from '../../../../lib/kit/linked.tsx';
import type { Mail, MailSummary } from '../api.ts';
import './mail-list.css';
import './mail-view.css';

type Look = 'light' | 'dark' | 'text';

const looks: { value: Look; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'text', label: 'Text' },
];

/** As mail programs show it, in both themes, and the text for those that show no more. */
export function MailView({ mail }: { mail: Mail }) {
  const [look, setLook] = useState<Look>('light');
  return (
    <article className="mail-view">
      <header>
        <h2>{mail.subject}</h2>
        <p>
          To {mail.to_address}, <time dateTime={mail.created_at}>{moment(mail.created_at)}</time>
        </p>
        <SegmentedControl size="xs" aria-label="Show as" data={looks} value={look} onChange={setLook} />
      </header>
      {mail.attachments.length > 0 && (
        <p className="mail-view__attachments">
          Attached:
          {mail.attachments.map((name) => (
            <a
              key={name}
              href={`/services/inbox/api/mails/${mail.id}/attachments/${encodeURIComponent(name)}`}
              download={name}
            >
              {name}
            </a>
          ))}
        </p>
      )}
      {look === 'text' ? (
        <div className="mail-view__text">{linked(mail.text)}</div>
      ) : (
        <MailFrame src={`/services/inbox/api/mails/${mail.id}/page?theme=${look}`} />
      )}
    </article>
  );
}

/** In a frame, because our own pages refuse the inline styles that mail programs ask for. It is as tall as the mail. */
function MailFrame({ src }: { src: string }) {
  const [height, setHeight] = useState<number>();
  const frame = useRef<HTMLIFrameElement>(null);
  const measure = useCallback(
    () => setHeight(frame.current?.contentDocument?.querySelector('body')?.scrollHeight),
    [],
  );
  useEffect(() => {
    const watch = new ResizeObserver(measure);
    watch.observe(frame.current!);
    return () => watch.disconnect();
  }, [measure]);
  return (
    <iframe
      // Another one each time: one that is led elsewhere is a step that Back goes through.
      key={src}
      ref={frame}
      className="mail-view__frame"
      title="The email"
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
      src={src}
      height={height}
      onLoad={measure}
    />
  );
}

export function MailList({ mails }: { mails: MailSummary[] }) {
  return (
    <ul className="mail-list" aria-label="Emails">
      {mails.map(({ id, to_address, subject, created_at }) => (
        <li key={id}>
          <Link to="/inbox" search={{ mail: id }} className="mail-list__mail">
            <span className="mail-list__to">{to_address}</span>
            <time dateTime={created_at}>{moment(created_at)}</time>
            <span className="mail-list__subject">{subject}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
