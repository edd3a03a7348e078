import { Text } from '@mantine/core';
import { changedByWords, contentChangeWords, contentPartsInWords } from '@muster/domain/field/reports/words';
import { useQuery } from '@tanstack/react-query';
import { moment } from '../../../../lib/format/format.ts';
import { reportChangesQuery } from '../api.ts';

interface ReportChangesProps {
  visit: string;
  /** Of the site. */
  zone: string;
}

/** What is not any more as it was signed for, or as it was mailed; nothing where all is. */
export function ReportChanges({ visit, zone }: ReportChangesProps) {
  const { data } = useQuery(reportChangesQuery(visit));
  if (!data) return null;
  const { signed, mailed } = data;
  return (
    <>
      {signed !== null && signed.changed.length > 0 && (
        <section aria-label="Changed after signing">
          <Text size="sm" c="attention">
            Changed after {signed.name} signed, {moment(signed.at, zone)}. The report says so until someone
            signs again.
          </Text>
          <ul>
            {signed.changed.map((change) => (
              <li key={`${change.part} ${change.how} ${change.what}`}>
                <Text size="sm">
                  {contentChangeWords(change)}{' '}
                  <Text span size="sm" c="dimmed">
                    {changedByWords(change, zone)}
                  </Text>
                </Text>
              </li>
            ))}
          </ul>
        </section>
      )}
      {mailed !== null && mailed.changed.length > 0 && (
        <Text size="sm" c="attention">
          Changed since the report was emailed, {moment(mailed.at, zone)}:{' '}
          {contentPartsInWords(mailed.changed)}.
        </Text>
      )}
    </>
  );
}
