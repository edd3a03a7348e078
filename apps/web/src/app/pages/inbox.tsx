import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Logo } from '@muster/ui/logo';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { mailQuery, mailsQuery } from '../../features/messages/api.ts';
import { MailList } from '../../features/messages/components/mail-list.tsx';
import { MailView } from '../../features/messages/components/mail-view.tsx';
import { isGone } from '../../lib/api.ts';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import { readPageSettings } from '../../lib/page-settings.ts';
import { isPassing } from '../../lib/queries.ts';
import { ConnectionBanner } from '../shell/connection-banner.tsx';
import { KeysHelp } from '../shell/keys-help.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { NavIcon } from '../shell/nav-icon.tsx';
import { usePage } from '../../lib/page.ts';
import { Pending } from '../shell/pending.tsx';
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
        <p>Mails stay here while you have not set a mail server.</p>
        <a href="/" className="inbox__leave">
          Back to {brand}
        </a>
      </header>
      <KeysHelp canUndo={false} isOpen={areKeysOpen} {...keys} />
      <ConnectionBanner state={mails.isRefetchError ? 'lost' : 'open'} />
      <Loaded query={mails} what="The inbox" skeleton={<Pending />}>
        {(list) =>
          list.length === 0 ? (
            <main className="inbox__none">
              <EmptyList
                icon={<NavIcon name="mail" />}
                title="No mail yet"
                text="Every mail that the product sends appears here within seconds."
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
        title="Mail not found"
        text="Somebody may have removed it, or the link may be incomplete."
        action={
          <Button component="a" href="/inbox">
            See all mails
          </Button>
        }
      />
    );
  }
  return (
    <>
      <Link to="/inbox" activeOptions={{ exact: true }} className="inbox__back">
        All mails
      </Link>
      <Loaded query={mail} what="This mail" skeleton={<Pending />}>
        {(data) => <MailView mail={data} />}
      </Loaded>
    </>
  );
}
