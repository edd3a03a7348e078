import { Button, Text } from '@mantine/core';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useState } from 'react';
import { dayWords } from '../../../lib/calendar-day.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import type { OwnVisit } from '../api.ts';
import { comingDays, nextVisit, type OwnDay, pastDays } from '../model/by-day.ts';
import { VisitCard } from './visit-card.tsx';
import './my-day.css';

interface OwnDaysProps {
  visits: readonly OwnVisit[];
  today: LocalDate;
  zone: string;
}

/** Today first, then the week; what was, on request. */
export function OwnDays({ visits, today, zone }: OwnDaysProps) {
  const [showsPast, setShowsPast] = useState(false);
  const days = comingDays(visits, today, zone);
  const past = pastDays(visits, today, zone);
  const next = nextVisit(days[0]?.visits ?? []);
  const isEmpty = days.every((day) => day.visits.length === 0);
  return (
    <div className="my-day">
      {isEmpty ? (
        <EmptyList
          title="Nothing planned for you"
          text="As soon as somebody plans a visit for you, it is here: when, where, and whom to ring. You need not reload."
        />
      ) : (
        days.map((day) => <DaySection key={day.day} day={day} today={today} next={next} />)
      )}
      {past.length > 0 && (
        <Button variant="subtle" mih={48} aria-expanded={showsPast} onClick={() => setShowsPast(!showsPast)}>
          {showsPast ? 'Hide the past week' : 'Show the past week'}
        </Button>
      )}
      {showsPast && past.map((day) => <DaySection key={day.day} day={day} today={today} next={undefined} />)}
    </div>
  );
}

function DaySection(props: { day: OwnDay; today: LocalDate; next: string | undefined }) {
  const { day, today, next } = props;
  return (
    <section aria-labelledby={`day-${day.day}`}>
      <h2 id={`day-${day.day}`}>{day.day === today ? `Today, ${dayWords(day.day)}` : dayWords(day.day)}</h2>
      {day.visits.length === 0 && <Text c="dimmed">Nothing planned for you today.</Text>}
      <div className="my-day__visits">
        {day.visits.map((visit) => (
          <VisitCard key={visit.id} visit={visit} isNext={visit.id === next} />
        ))}
      </div>
    </section>
  );
}
