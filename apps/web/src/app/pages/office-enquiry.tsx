import { ButtonLink } from '@muster/ui/button';
import { EmptyState } from '@muster/ui/empty';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouteContext } from '@tanstack/react-router';
import { enquiryQuery, isGone } from '../../features/office/api.ts';
import type { Enquiry } from '../../features/office/api.ts';
import { DueForm } from '../../features/office/components/due-form.tsx';
import { Due } from '../../features/office/components/due.tsx';
import { Duplicates } from '../../features/office/components/duplicates.tsx';
import { Facts } from '../../features/office/components/facts.tsx';
import { HistoryList } from '../../features/office/components/history-list.tsx';
import { Invitation } from '../../features/office/components/invitation.tsx';
import { Moves } from '../../features/office/components/moves.tsx';
import { NoteForm } from '../../features/office/components/note-form.tsx';
import { OwnerField } from '../../features/office/components/owner-field.tsx';
import { StateTag } from '../../features/office/components/state-tag.tsx';
import { keptSearch } from '../../features/office/model/kept-search.ts';
import { mailLink } from '../../features/office/model/mail-link.ts';
import { readPageSettings } from '../../lib/page-settings.ts';
import { usePage } from '../../lib/page.ts';
import { Loaded } from '../shell/loaded.tsx';
import { NavIcon } from '../shell/nav-icon.tsx';
import { Pending } from '../shell/pending.tsx';
import './office-enquiry.css';

export function EnquiryPage() {
  const { id } = useParams({ from: '/signed-in/office/office/enquiries/$id' });
  const enquiry = useQuery(enquiryQuery(id));
  usePage(enquiry.data ? `${enquiry.data.name}, ${enquiry.data.reference}` : undefined);
  if (enquiry.error && isGone(enquiry.error)) return <Gone />;
  return (
    <Loaded query={enquiry} what="This enquiry" skeleton={<Pending />}>
      {(data) => <View key={id} enquiry={data} />}
    </Loaded>
  );
}

function Gone() {
  usePage('No such enquiry');
  return (
    <div className="page">
      <EmptyState
        icon={<NavIcon name="office" />}
        title="There is no such enquiry"
        text="The link to it may not be whole."
        action={<ButtonLink href="/office">See all enquiries</ButtonLink>}
      />
    </div>
  );
}

function View({ enquiry }: { enquiry: Enquiry }) {
  const { session } = useRouteContext({ from: '/signed-in' });
  const { brand } = readPageSettings();
  return (
    <div className="page enquiry" data-overdue={enquiry.overdue}>
      <header className="enquiry__top">
        <Link to="/office" search={keptSearch()} activeOptions={{ exact: true }} className="enquiry__back">
          All enquiries
        </Link>
        <h1>{enquiry.name}</h1>
        <p className="enquiry__lead">
          <span>{enquiry.reference}</span>
          <StateTag state={enquiry.state} />
          <Due enquiry={enquiry} />
        </p>
        <div className="enquiry__actions">
          <Moves enquiry={enquiry} />
          <ButtonLink variant="secondary" href={mailLink(enquiry, brand)}>
            <NavIcon name="mail" />
            Write a mail
          </ButtonLink>
        </div>
      </header>
      <div className="enquiry__side">
        <section className="enquiry__box" aria-labelledby="follow-up">
          <h2 id="follow-up">Follow-up</h2>
          <OwnerField enquiry={enquiry} me={session.user.id} />
          <DueForm enquiry={enquiry} />
        </section>
        {enquiry.account && (
          <section className="enquiry__box" aria-labelledby="account">
            <h2 id="account">Account</h2>
            <Invitation enquiry={enquiry} />
          </section>
        )}
        {enquiry.duplicates.length > 0 && (
          <section className="enquiry__box" aria-labelledby="duplicates">
            <h2 id="duplicates">Possible duplicates</h2>
            <Duplicates enquiry={enquiry} />
          </section>
        )}
      </div>
      <div className="enquiry__main">
        <section className="enquiry__box" aria-labelledby="facts">
          <h2 id="facts">Enquiry</h2>
          <Facts enquiry={enquiry} />
        </section>
        <section aria-labelledby="history">
          <h2 id="history">Notes and history</h2>
          <NoteForm enquiry={enquiry} />
          <HistoryList history={enquiry.history} />
        </section>
      </div>
    </div>
  );
}
