import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { moment } from '../../../lib/format.ts';
import { roadStateQuery } from '../api.ts';

/** Whether drives are told by a routing service, or estimated. */
export function RoadStateLine({ zone }: { zone: string }) {
  const { data } = useQuery(roadStateQuery);
  if (data === undefined) return null;
  const since = data.since === null ? '' : ` since ${moment(data.since, zone)}`;
  const words = {
    off: 'Every drive is estimated by these numbers: no routing service is set up.',
    'not asked yet':
      'Drives are asked of a routing service. Until it has told of one, it is estimated by these numbers.',
    answering: `Roads: the routing service has been answering${since}. What it does not know is estimated by these numbers.`,
    'not answering': `Roads: the routing service has not been answering${since}. ${data.problem ?? ''} What it has not told before is estimated by these numbers.`,
  }[data.state];
  return (
    <Text size="sm" c={data.state === 'not answering' ? 'attention' : 'dimmed'}>
      {words}
    </Text>
  );
}
