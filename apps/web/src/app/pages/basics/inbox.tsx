import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Logo } from '@muster/ui/logo';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { mailQuery, mailsQuery } from '../../../features/basics/mails/api.ts';
import { MailList, MailView } from '../../../features/basics/mails/components/mails.tsx';
import { keptTextsQuery } from '../../../features/basics/texts/api.ts';
import { PhoneList, PhoneView } from '../../../features/basics/texts/components/phones.tsx';
import { type Phone, phonesOf } from '../../../features/basics/texts/model/phones.ts';
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

const kinds = [
  { value: 'emails', label: 'Emails' },
  { value: 'texts', label: 'Texts' },
];

/** Shows every mail and text while no mail server is set. Anybody on this machine may read them, signed in or not. */
export function InboxPage() {
  const { mail: chosen, text } = useSearch({ from: '/inbox' });
  const navigate = useNavigate({ from: '/inbox' });
  const { brand } = readPageSettings();
  const mails = useMails(chosen, text === undefined);
  const phones = usePhones(text);
  const [areKeysOpen, keys] = useDisclosure(false);
  usePage('Inbox');
  const isReading = chosen !== undefined || Boolean(text);
  const lists = text === undefined ? mails : phones;
  return (
    <div className="inbox" data-reading={isReading}>
      <header className="inbox__top">
        <a href="/" className="shell__brand">
          <Logo brand={brand} />
        </a>
        <h1>Inbox</h1>
        <p>Emails and texts stay here until you set up a mail server.</p>
        <a href="/" className="inbox__leave">
          Back to {brand}
        </a>
      </header>
      <KeysHelp canSearch={false} canUndo={false} isOpen={areKeysOpen} {...keys} />
      <ConnectionBanner state={lists.isRefetchError ? 'lost' : 'open'} />
      <main className="inbox__panes">
        <div className="inbox__list">
          <div className="inbox__kinds">
            <SegmentedControl
              fullWidth
              aria-label="Show"
              data={kinds}
              value={text === undefined ? 'emails' : 'texts'}
              onChange={(kind) => void navigate({ search: kind === 'texts' ? { text: '' } : {} })}
            />
          </div>
          {text === undefined ? (
            <Loaded query={mails} what="the inbox" skeleton={<Pending />}>
              {(list) =>
                list.length === 0 ? (
                  <EmptyList
                    icon={<NavIcon name="mail" />}
                    title="No emails yet"
                    text="Every email we send appears here within seconds."
                  />
                ) : (
                  <MailList mails={list} />
                )
              }
            </Loaded>
          ) : (
            <Loaded query={phones} what="the texts" skeleton={<Pending />}>
              {(list) =>
                list.length === 0 ? (
                  <EmptyList
                    icon={<NavIcon name="mail" />}
                    title="No texts yet"
                    text="Every text we send appears here within seconds, as on the phone it went to."
                  />
                ) : (
                  <PhoneList phones={phonesOf(list)} />
                )
              }
            </Loaded>
          )}
        </div>
        <div className="inbox__reading">
          {chosen !== undefined && <Reading id={chosen} listedAt={mails.dataUpdatedAt} />}
          {text && phones.data && <Texting phone={phonesOf(phones.data).find(({ key }) => key === text)} />}
        </div>
      </main>
    </div>
  );
}

function Texting({ phone }: { phone: Phone | undefined }) {
  return (
    <>
      <Link to="/inbox" search={{ text: '' }} className="inbox__back">
        All texts
      </Link>
      {phone ? (
        <PhoneView phone={phone} />
      ) : (
        <EmptyList
          icon={<NavIcon name="mail" />}
          title="Texts not found"
          text="They may have been deleted, or the link may be incomplete."
        />
      )}
    </>
  );
}

/** Where there is room for both, the phone with the newest text opens beside the list. */
function usePhones(chosen: string | undefined) {
  const texts = useQuery(keptTextsQuery);
  const navigate = useNavigate({ from: '/inbox' });
  const newest = texts.data && phonesOf(texts.data)[0]?.key;
  useEffect(() => {
    const isWide = matchMedia('(width >= 900px)').matches;
    if (newest && chosen === '' && isWide) void navigate({ search: { text: newest }, replace: true });
  }, [newest, chosen, navigate]);
  return texts;
}

/** The list. Where there is room for both, the newest mail opens beside it. */
function useMails(chosen: string | undefined, areShown: boolean) {
  const mails = useQuery(mailsQuery);
  const navigate = useNavigate({ from: '/inbox' });
  const newest = mails.data?.[0]?.id;
  useEffect(() => {
    const isWide = matchMedia('(width >= 900px)').matches;
    if (newest && areShown && !chosen && isWide) void navigate({ search: { mail: newest }, replace: true });
  }, [newest, areShown, chosen, navigate]);
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
