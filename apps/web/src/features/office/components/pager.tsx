import { Group, Pagination, Text } from '@mantine/core';
import { LAST_PAGE, PAGE_SIZE } from '@muster/domain/enquiries/paging';
import { Link } from '@tanstack/react-router';
import type { EnquiryPage } from '../api.ts';
import { changed } from '../model/office-search.ts';
import type { OfficeSearch } from '../model/office-search.ts';

export function Pager({ page: { page, total, rows }, search }: { page: EnquiryPage; search: OfficeSearch }) {
  const last = Math.min(LAST_PAGE, Math.ceil(total / PAGE_SIZE));
  if (last <= 1) return null;
  const first = (page - 1) * PAGE_SIZE + 1;
  const linkTo = (to: number, label?: string) => ({
    component: Link,
    to: '/office',
    search: changed(search, { page: to === 1 ? undefined : to }),
    activeOptions: { exact: true },
    'aria-label': label ?? `Page ${to}`,
  });
  return (
    <Group component="nav" aria-label="Pages" justify="center" gap="md">
      <Text size="sm" c="dimmed">
        {first.toLocaleString('en-AU')} to {(first + rows.length - 1).toLocaleString('en-AU')} of{' '}
        {total.toLocaleString('en-AU')}
      </Text>
      <Pagination
        total={last}
        value={page}
        getItemProps={(to) => linkTo(to)}
        getControlProps={(control) =>
          control === 'next' ? linkTo(page + 1, 'Next page') : linkTo(page - 1, 'Previous page')
        }
      />
    </Group>
  );
}
