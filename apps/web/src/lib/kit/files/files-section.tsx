import { Button, Text } from '@mantine/core';
import type { FileQuery } from '@muster/domain/field/files/schema';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode } from 'react';
import { filesQuery, type NamedFile } from '../../files/files.ts';
import { DrawerSection } from '../drawer/drawer-section.tsx';
import { RowSkeleton } from '../row-skeleton.tsx';
import { Files } from './files.tsx';

interface FilesSectionProps extends Omit<ComponentProps<typeof Files>, 'files' | 'empty'> {
  /** What is asked for. */
  of: FileQuery;
  /** Those of it that are listed here; all of them. */
  isListed?: (file: NamedFile) => boolean;
  empty: ReactNode;
}

const isAny = () => true;
const ROW_PX = 48;

/** A part of a drawer with the files of what is open in it. */
export function FilesSection({ of, isListed = isAny, ...rest }: FilesSectionProps) {
  const query = useQuery(filesQuery(of));
  const files = query.data?.filter(isListed);
  const kept = files?.filter(({ state }) => state !== 'refused').length ?? 0;
  return (
    <DrawerSection title={kept > 0 ? `Files (${kept})` : 'Files'}>
      {files ? (
        <Files {...rest} files={files} />
      ) : query.error ? (
        <div role="alert">
          <Text c="dimmed">We couldn’t load the files. {query.error.message}</Text>
          <Button size="compact-sm" mt="xs" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <RowSkeleton rows={2} height={ROW_PX} label="Loading the files" />
      )}
    </DrawerSection>
  );
}
