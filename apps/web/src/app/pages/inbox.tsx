import { EmptyState } from '@muster/ui/empty';
import { Logo } from '@muster/ui/logo';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { mailQuery, mailsQuery } from '../../features/messages/api.ts';
import { MailList } from '../../features/messages/components/mail-list.tsx';
import { MailView } from '../../features/messages/components/mail-view.tsx';
import { readPageSettings } from '../../lib/page-settings.ts';
import { Loaded } from '../shell/loaded.tsx';
import { NavIcon } from '../shell/nav-icon.tsx';
import { Pending } from '../shell/pending.tsx';
import './inbox.css';

/** Every mail the product would have sent, while no mail server is set. Open to all on this machine, signed in or not. */
export function InboxPage() {
  const { mail: chosen } = useSearch({ from: '/inbox' });
  const { brand } = readPageSettings();
  const mails = useQuery(mailsQuery);
  return (
    <div className="inbox" data-reading={chosen !== undefined}>
      <header className="inbox__top">
        <a href="/" className="shell__brand">
          <Logo brand={brand} />
        </a>
        <h1>Inbox</h1>
        <p>Mails stay here while no mail server is set.</p>
      </header>
      <Loaded query={mails} what="The inbox" skeleton={<Pending />}>
        {(list) =>
          list.length === 0 ? (
            <main className="inbox__none">
              <EmptyState
                icon={<NavIcon name="mail" />}
                title="No mail yet"
                text="Whatever is sent, to you or to a customer, appears here within seconds."
              />
            </main>
          ) : (
            <main className="inbox__panes">
              <div className="inbox__list">
                <MailList mails={list} chosen={chosen} />
              </div>
              <div className="inbox__reading">
                {chosen ? (
                  <Reading id={chosen} />
                ) : (
                  <EmptyState title="Choose a mail" text="It opens here." />
                )}
              </div>
            </main>
          )
        }
      </Loaded>
    </div>
  );
}

function Reading({ id }: { id: string }) {
  const mail = useQuery(mailQuery(id));
  return (
    <>
      <Link to="/inbox" className="inbox__back">
        All mails
      </Link>
      <Loaded query={mail} what="This mail" skeleton={<Pending />}>
        {(data) => <MailView mail={data} />}
      </Loaded>
    </>
  );
}
