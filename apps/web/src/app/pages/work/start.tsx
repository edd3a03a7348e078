import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { PageSkeleton } from '@muster/ui/skeleton';
import { businessQuery, tradesQuery } from '../../../features/work/settings/api.ts';
import { regionNames } from '../../../features/work/settings/model/place-words.ts';
import { type SetUp, setUpQuery } from '../../../features/work/start/api.ts';
import {
  KeptNote,
  keptQuery,
  SamplesNote,
  TrySamples,
} from '../../../features/work/start/components/samples.tsx';
import { ToBoard, UnfinishedNote } from '../../../features/work/start/components/to-board.tsx';
import { SetUpSteps } from '../../../features/work/start/components/set-up-steps.tsx';
import { firstOpenStep, isNamed } from '../../../features/work/start/model/steps.ts';
import { day } from '../../../lib/format/format.ts';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { forgetInTab, keepInTab, keptInTab } from '../../../lib/storage/tab-storage.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { MoreLicences } from '../identity/more-licences.tsx';
import { BoardPage } from '../dispatch/board.tsx';
import { useBusiness } from './use-business.ts';

const laterPlace = 'first steps later';

/** The first steps of a business, and then its board; sooner for whoever wants to see that first. */
export function StartPage() {
  const { isOwner } = useBusiness();
  const setUp = useQuery(setUpQuery);
  const kept = useQuery(keptQuery).data ?? [];
  /** Whether somebody wants to see the board before everything is set up. */
  const [isLater, setLater] = useState(() => keptInTab(laterPlace) !== undefined);
  function goOn(isBoard: boolean) {
    if (isBoard) keepInTab(laterPlace, 'yes');
    else forgetInTab(laterPlace);
    setLater(isBoard);
  }
  return (
    <Loaded query={setUp} what="your business" skeleton={<RowSkeleton rows={12} height={56} />}>
      {(row) => {
        const hasSamples = row.samples > 0;
        const isOpen = !hasSamples && firstOpenStep(row, isOwner) !== undefined;
        if (isOpen && !isLater)
          return (
            <FirstPage
              setUp={row}
              note={kept.length > 0 && <KeptNote kept={kept} />}
              onBoard={() => goOn(true)}
            />
          );
        if (isOpen) return <BoardPage note={<UnfinishedNote onGoOn={() => goOn(false)} />} />;
        return (
          <BoardPage
            note={hasSamples ? isOwner && <SamplesNote /> : kept.length > 0 ? <KeptNote kept={kept} /> : null}
          />
        );
      }}
    </Loaded>
  );
}

interface FirstPageProps {
  setUp: SetUp;
  note: ReactNode;
  onBoard: () => void;
}

function FirstPage({ setUp, note, onBoard }: FirstPageProps) {
  const { user, account } = useRouteContext({ from: '/signed-in' }).session;
  const { isOwner, zone } = useBusiness();
  const now = useNow();
  const hasName = isNamed(setUp, account?.name ?? '', user);
  usePage('Start');
  return (
    <div className="page">
      <h1>Welcome, {user.first_name}</h1>
      <p className="page__lead">
        {[hasName && account?.name, day(new Date(now), zone)].filter(Boolean).join(' · ')}
      </p>
      <div className="start">
        {note}
        <FirstSteps setUp={setUp} hasName={hasName} />
        {isOwner && setUp.jobs === 0 && <TrySamples freeLicences={setUp.free_licences} />}
        <ToBoard onBoard={onBoard} />
      </div>
    </div>
  );
}

function FirstSteps({ setUp, hasName }: { setUp: SetUp; hasName: boolean }) {
  const { isOwner, self } = useBusiness();
  const business = useQuery(businessQuery);
  const trades = useQuery(tradesQuery).data ?? [];
  return (
    <Loaded query={business} what="your business" skeleton={<PageSkeleton />}>
      {(row) => (
        <SetUpSteps
          setUp={setUp}
          business={row}
          trades={trades}
          regionNames={regionNames}
          isNamed={hasName}
          isOwner={isOwner}
          self={self?.name}
          remedy={<MoreLicences isOwner={isOwner} />}
        />
      )}
    </Loaded>
  );
}
