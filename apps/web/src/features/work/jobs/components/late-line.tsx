import { Group, Text } from '@mantine/core';
import { type LateNews, lateNewsOf } from '@muster/domain/work/visits/late';
import { minuteAt } from '@muster/domain/values/minutes';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { recipientsOf, toRing } from '@muster/domain/work/contacts/rules';
import { canReach } from '@muster/domain/work/contacts/ways';
import { useHasTexts } from '../../../../lib/choices/texts.ts';
import { PhoneLink } from '../../../../lib/kit/phone-link.tsx';
import { TellLate } from '../../../../lib/kit/tell-late.tsx';
import { useNow } from '../../../../lib/page/use-now.ts';
import type { JobRecord, VisitRecord } from '../api.ts';

interface LateLineProps {
  job: JobRecord;
  visit: VisitRecord;
  /** What the board reckons, where there is one: it knows what comes before, and the drive. */
  news?: ((visit: string) => LateNews | undefined) | undefined;
}

/** Of a visit that runs late: one press tells the customer, or whom to ring where nobody can be told. */
export function LateLine({ job, visit, news }: LateLineProps) {
  const now = minuteAt(useNow());
  const hasTexts = useHasTexts();
  const [lead] = visit.assignments;
  const late = news
    ? news(visit.id)
    : lead && lateNewsOf({ state: visit.state, start: minuteOf(lead.starts_at) }, now, toldLate(visit));
  if (!late) return null;
  const { site } = job;
  const reached = recipientsOf({ ...job, site: site.id, hasTexts });
  const [ring] = toRing(job, site.id);
  if (reached.some((one) => canReach(one, hasTexts)))
    return <TellLate visit={visit.id} news={late} zone={site.zone} size="compact-sm" variant="light" />;
  return (
    <Group gap="xs">
      <Text c="attention">
        {reached[0]
          ? `${reached[0].name} has no email address${hasTexts ? ' or mobile number' : ''}.`
          : `${job.customer.name} doesn’t want messages about visits.`}
      </Text>
      {ring ? (
        <Text>
          Call {ring.name}: <PhoneLink number={ring.phone} />
        </Text>
      ) : (
        <Text>There’s no phone number either.</Text>
      )}
    </Group>
  );
}

function toldLate({ messages }: VisitRecord) {
  const last = messages.find(({ problem }) => problem === null);
  return last?.expected_at ? minuteOf(last.expected_at) : undefined;
}
