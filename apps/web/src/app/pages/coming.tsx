import { Button } from '@mantine/core';
import { useMatch } from '@tanstack/react-router';
import { comingAt } from '../navigation.ts';
import { NavIcon } from '../shell/nav-icon.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import { usePage } from '../../lib/page.ts';

/** Stands in for a part of the product that is not built yet. */
export function ComingPage() {
  const destination = comingAt(useMatch({ strict: false }).fullPath);
  return destination ? <Coming {...destination} /> : <NotFound />;
}

function Coming({ label, icon, text }: NonNullable<ReturnType<typeof comingAt>>) {
  usePage(label);
  return (
    <div className="page">
      <h1>{label}</h1>
      <EmptyList
        icon={<NavIcon name={icon} />}
        title="Not built yet"
        text={`${text} We are still building this part.`}
        action={
          <Button component="a" href="/">
            Back to the start
          </Button>
        }
      />
    </div>
  );
}
