import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Logo } from '@muster/ui/logo';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { mailQuery, mailsQuery } from '../../../features/basics/mails/api.ts';
import { MailList, MailView } from '../../../features/basics/mails/components/mails.tsx';
import { isGone } from '../../../lib/api/api.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { readPageSettings } from '../../../lib/page/page-settings.ts';
import { isPassing } from '../../../lib/api/queries.ts';
import { ConnectionBanner } from '../../shell/connection-banner.tsx';
import { KeysHelp } from '../../shell/keys-help.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { NavIcon } from '../../shell/nav-icon.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { Pending } from '../../shell/pending.tsx';
import './inbox.css';

/** Shows every mail while no mail server is set. Anybody on this machine may read it, signed in or not. */
export function InboxPage() {
  const { mail: chosen } = useSearch({ from: '/inbox' });
  const { brand } = readPageSettings();
  const mails = useMails(chosen);
  const [areKeysOpen, keys] = useDisclosure(false);
  usePage('Inbox');
  return (
    <div className="inbox" data-reading={chosen !== undefined}>
      <header className="inbox__top">
        <a href="/" className="shell__brand">
          <Logo brand={brand} />
        </a>
        <h1>Inbox</h1>
        <p>Emails stay here until you set up a mail server.</p>
        <a href="/" className="inbox__leave">
          Back to {brand}
        </a>
      </header>
      <KeysHelp canSearch={false} canUndo={false} isOpen={areKeysOpen} {...keys} />
      <ConnectionBanner state={mails.isRefetchError ? 'lost' : 'open'} />
      <Loaded query={mails} what="the inbox" skeleton={<Pending />}>
        {(list) =>
          list.length === 0 ? (
            <main className="inbox__none">
              <EmptyList
                icon={<NavIcon name="mail" />}
                title="No emails yet"
                text="Every email we send appears here within seconds."
              />
            </main>
          ) : (
            <main className="inbox__panes">
              <div className="inbox__list">
                <MailList mails={list} />
              </div>
              <div className="inbox__reading">
                {chosen && <Reading id={chosen} listedAt={mails.dataUpdatedAt} />}
              </div>
            </main>
          )
        }
      </Loaded>
    </div>
  );
}

/** The list. Where there is room for both, the newest mail opens beside it. */
function useMails(chosen: string | undefined) {
  const mails = useQuery(mailsQuery);
  const navigate = useNavigate({ from: '/inbox' });
  const newest = mails.data?.[0]?.id;
  useEffect(() => {
    const isWide = matchMedia('(width >= 900px)').matches;
    if (newest && !chosen && isWide) void navigate({ search: { mail: newest }, replace: true });
  }, [newest, chosen, navigate]);
  return mails;
}

function Reading({ id, listedAt }: { id: string; listedAt: number }) {
  const mail = useQuery(mailQuery(id));
  const { error, errorUpdatedAt, refetch } = mail;
  useEffect(() => {
    // A list that arrived after the failure shows that the server is back.
    if (error && isPassing(error) && listedAt > errorUpdatedAt) void refetch();
  }, [error, errorUpdatedAt, listedAt, refetch]);
  if (error && isGone(error)) {
    return (
      <EmptyList
        icon={<NavIcon name="mail" />}
        title="Email not found"
        text="It may have been deleted, or the link may be incomplete."
        action={
          <Button component="a" href="/inbox">
            See all emails
          </Button>
        }
      />
    );
  }
  return (
    <>
      <Link to="/inbox" activeOptions={{ exact: true }} className="inbox__back">
        All emails
      </Link>
      <Loaded query={mail} what="this email" skeleton={<Pending />}>
        {(data) => <MailView mail={data} />}
      </Loaded>
    </>
  );
}
