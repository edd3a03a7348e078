import { CloseButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { readOnlyNotice, readOnlyWay } from '@muster/domain/identity/accounts/read-only';
import { HOUR_MS } from '@muster/domain/values/minutes';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Session } from '../../features/identity/accounts/api.ts';
import { billingQuery } from '../../features/identity/billing/api.ts';
import { bannerWords } from '../../features/identity/billing/model/billing-words.ts';
import { dayOfMonth } from '../../lib/format/format.ts';
import { isCharged } from '../../lib/page/page-settings.ts';
import { addresses } from '../addresses.ts';
import './account-banner.css';

/** Above every page: to everybody that nothing can be changed, and to owners what they have to do by a day to keep it from coming to that. */
export function AccountBanner({ session: { account, user } }: { session: Session }) {
  const readOnly = account?.read_only;
  const isOwner = user.role === 'owner';
  return (
    <output className="account-banner">
      {readOnly ? (
        <Words strong={readOnlyNotice(readOnly.reason, dayOfMonth(readOnly.since, account.zone))}>
          Nothing is lost. You can look things up and export, and what technicians record still arrives.
          {!isOwner && ` ${readOnlyWay(readOnly.reason)}`}
        </Words>
      ) : (
        account && isOwner && isCharged() && <Upcoming zone={account.zone} />
      )}
      {readOnly && isOwner && <WayOn label={readOnly.reason === 'unpaid' ? 'Pay now' : 'Subscribe'} />}
    </output>
  );
}

/** What lies ahead is put away until it is nearer; what is overdue stays. */
function Upcoming({ zone }: { zone: string }) {
  const { data, dataUpdatedAt: now } = useQuery({ ...billingQuery, refetchInterval: HOUR_MS });
  const isOnLicences = useOnLicences();
  const [away, putAway] = useLocalStorage({ key: 'muster-put-away', getInitialValueInEffect: false });
  const banner = data && bannerWords(data, { now, zone });
  if (!banner || isOnLicences || (banner.stage !== null && banner.stage === away)) return null;
  const { strong, text, way, stage } = banner;
  return (
    <>
      <Words strong={strong}>{text}</Words>
      <WayOn label={way} />
      {stage !== null && <CloseButton aria-label="Put away" onClick={() => putAway(stage)} />}
    </>
  );
}

function Words({ strong, children }: { strong: string; children: ReactNode }) {
  return (
    <p className="account-banner__words">
      <strong>{strong}</strong> <span>{children}</span>
    </p>
  );
}

function WayOn({ label }: { label: string }) {
  if (useOnLicences()) return null;
  return (
    <Link to={addresses.licences} className="account-banner__way">
      {label}
    </Link>
  );
}

function useOnLicences(): boolean {
  return useLocation({ select: ({ pathname }) => pathname === addresses.licences });
}
