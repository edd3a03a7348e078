import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { day } from '../../lib/format.ts';
import { usePage } from '../../lib/page.ts';
import { OwnerStart } from './start-owner.tsx';
import { CrewStart } from './start-crew.tsx';

/** Stands in for the board until it is built. */
export function StartPage() {
  const { user, account } = useRouteContext({ from: '/signed-in' }).session;
  const [today] = useState(() => day(new Date()));
  usePage('Start');
  return (
    <div className="page">
      <h1>Welcome, {user.first_name}</h1>
      <p className="page__lead">
        {account?.name} · {today}
      </p>
      {user.role === 'owner' ? <OwnerStart /> : <CrewStart role={user.role} />}
    </div>
  );
}
