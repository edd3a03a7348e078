import { Table, Text } from '@mantine/core';
import type { CampaignFigure } from '@muster/domain/calls/campaigns/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { formatterOf } from '../../../../lib/format/format.ts';
import './campaign-figures.css';

/** What came of the calls, as a picture and as a table of the same figures. */
export function CampaignFigures({ figures }: { figures: readonly CampaignFigure[] }) {
  const hasMoney = figures.some(({ invoiced }) => invoiced !== null);
  if (figures.length === 0)
    return <Text c="dimmed">No calls to a campaign’s number in the last twelve months.</Text>;
  return (
    <section className="campaigns" aria-labelledby="campaign-figures">
      <h2 id="campaign-figures">What came of it</h2>
      <Text size="sm" c="dimmed">
        A job counts if it’s the caller’s first within 30 days of a call, for the campaign they rang last
        before it, in the month of that call. What was invoiced for it includes GST and counts whenever it was
        invoiced. An invoice for several jobs counts once for each campaign.
      </Text>
      <Picture figures={figures} />
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <caption className="m-hidden">Calls, jobs and invoices by campaign and month</caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Month</Table.Th>
              <Table.Th scope="col">Campaign</Table.Th>
              <Table.Th scope="col" ta="right">
                Calls
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Missed
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Callers
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Jobs
              </Table.Th>
              {hasMoney && (
                <Table.Th scope="col" ta="right">
                  Invoiced
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {figures.map(({ campaign_id, name, month, calls, missed, callers, jobs, invoiced }) => (
              <Table.Tr key={`${campaign_id} ${month}`}>
                <Table.Td>{monthWords(month)}</Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="right">{calls}</Table.Td>
                <Table.Td ta="right">{missed}</Table.Td>
                <Table.Td ta="right">{callers}</Table.Td>
                <Table.Td ta="right">{jobs}</Table.Td>
                {hasMoney && <Table.Td ta="right">{centsInWords(invoiced ?? 0)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

/** The calls of each campaign over all months, and within them those that became jobs. The table says the same. */
function Picture({ figures }: { figures: readonly CampaignFigure[] }) {
  const all = [...Map.groupBy(figures, ({ campaign_id }) => campaign_id).values()].map((of) => ({
    name: of[0]!.name,
    calls: of.reduce((sum, { calls }) => sum + calls, 0),
    jobs: of.reduce((sum, { jobs }) => sum + jobs, 0),
  }));
  const most = Math.max(...all.map(({ calls, jobs }) => Math.max(calls, jobs)));
  return (
    <figure className="campaign-picture" aria-hidden>
      {all
        .toSorted((a, b) => b.calls - a.calls)
        .map(({ name, calls, jobs }) => (
          <div key={name} className="campaign-picture__one">
            <span>{name}</span>
            <span className="campaign-picture__bars">
              <i style={{ width: `${(calls / most) * 100}%` }} />
              <i style={{ width: `${(jobs / most) * 100}%` }} data-jobs />
            </span>
            <span>
              {calls} {calls === 1 ? 'call' : 'calls'}, {jobs} {jobs === 1 ? 'job' : 'jobs'}
            </span>
          </div>
        ))}
    </figure>
  );
}

/** "November 2026" */
function monthWords(month: string): string {
  return formatterOf({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}T00:00:00Z`),
  );
}
