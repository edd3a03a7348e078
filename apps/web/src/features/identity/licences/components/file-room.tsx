import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fileSize } from '../../../../lib/format/format.ts';
import { filesQuery } from '../api.ts';
import './licences.css';

/** Photos and documents have room of their own. While it is not known nothing is said of it. */
export function FileRoom() {
  const { data } = useQuery(filesQuery);
  if (!data) return null;
  const count = data.files === 1 ? '1 file uses' : `${data.files.toLocaleString('en-AU')} files use`;
  return (
    <section className="licences__section" aria-labelledby="files">
      <h2 id="files">Photos and documents</h2>
      <meter
        className="licences__bar"
        aria-labelledby="files"
        min={0}
        max={data.quota}
        high={0.9 * data.quota}
        value={data.bytes}
      />
      <Text c="dimmed" my="sm">
        {data.files === 0 ? 'No files yet. You have' : `${count} ${fileSize(data.bytes)} of`}{' '}
        {fileSize(data.quota)}
        {data.files === 0 ? ' of space.' : '. Deleted files count for 30 days, while you can restore them.'}
      </Text>
    </section>
  );
}
