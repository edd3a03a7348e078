import { createCalendar, Interaction, ResourceTimeline } from '@event-calendar/core';
import '@event-calendar/core/index.css';
import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { ResourcesDayView } from '@mantine/schedule';
import '@mantine/schedule/styles.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { DataSet, Timeline } from 'vis-timeline/standalone';
import 'vis-timeline/styles/vis-timeline-graph2d.css';

// Each draws the same days of work: the hours from six to nine in the evening, steps of a quarter of an hour, visits that can be
// dragged, and a look for overlaps at each step where the library asks for one. What overlaps may be dragged on, as on our board: a step
// that is refused draws nothing, and would measure nothing.
const HOURS = ['06:00', '21:00'];
const MINUTE_MS = 60_000;

/** Whether the time is taken already, among the visits of one technician. */
function isTaken(bookings, id, start, end) {
  return bookings.some((one) => one.id !== id && one.from < end && one.to > start);
}

function byTechnician(bookings) {
  return Map.groupBy(bookings, ({ technician }) => technician);
}

const at = (date, time) => new Date(`${date}T${time}`);

const peers = {
  eventCalendar(target, { technicians }) {
    let taken = new Map();
    const events = (bookings) =>
      bookings.map(({ id, technician, from, to, title }) => ({
        id,
        resourceIds: [technician],
        start: new Date(from),
        end: new Date(to),
        title,
      }));
    let calendar;
    return ({ date, bookings }) => {
      taken = byTechnician(bookings);
      calendar?.setOption('date', date).setOption('events', events(bookings));
      calendar ??= createCalendar(target, [ResourceTimeline, Interaction], {
        view: 'resourceTimelineDay',
        height: '900px',
        date,
        slotMinTime: HOURS[0],
        slotMaxTime: HOURS[1],
        slotDuration: '01:00',
        slotWidth: 80,
        snapDuration: '00:15',
        resources: technicians.map(({ id, name }) => ({ id, title: name })),
        events: events(bookings),
        editable: true,
        dragConstraint: ({ event }) => {
          window.verdict = isTaken(
            taken.get(event.resourceIds.at(-1)) ?? [],
            event.id,
            +event.start,
            +event.end,
          );
          return true;
        },
      });
    };
  },

  visTimeline(target, { technicians }) {
    let taken = new Map();
    const items = new DataSet();
    let timeline;
    return ({ date, bookings }) => {
      taken = byTechnician(bookings);
      items.clear();
      items.add(
        bookings.map(({ id, technician, from, to, title }) => ({
          id,
          group: technician,
          start: new Date(from),
          end: new Date(to),
          content: title,
        })),
      );
      const [start, end] = HOURS.map((time) => at(date, time));
      timeline?.setWindow(start, end, { animation: false });
      const groups = technicians.map(({ id, name }) => ({ id, content: name }));
      timeline ??= new Timeline(target, items, new DataSet(groups), {
        start,
        end,
        height: '900px',
        orientation: 'top',
        stack: false,
        verticalScroll: true,
        itemsAlwaysDraggable: true,
        editable: { updateTime: true, updateGroup: true },
        snap: (moment) => new Date(Math.round(+moment / (15 * MINUTE_MS)) * 15 * MINUTE_MS),
        onMoving: (item, done) => {
          window.verdict = isTaken(taken.get(item.group) ?? [], item.id, +item.start, +item.end);
          done(item);
        },
      });
    };
  },

  mantine(target, { technicians }) {
    const root = createRoot(target);
    const resources = technicians.map(({ id, name }) => ({ id, label: name }));
    return ({ date, bookings }) => {
      const events = bookings.map(({ id, technician, from, to, title }) => ({
        id,
        resourceId: technician,
        start: local(from),
        end: local(to),
        title,
        color: 'teal',
      }));
      const view = createElement(ResourcesDayView, {
        date,
        resources,
        events,
        startTime: `${HOURS[0]}:00`,
        endTime: `${HOURS[1]}:00`,
        withEventsDragAndDrop: true,
        eventDragInterval: 15,
        onEventDrop: () => undefined,
        scrollAreaProps: { h: 840 },
      });
      root.render(createElement(MantineProvider, null, view));
    };
  },
};

function local(moment) {
  return new Date(moment).toLocaleString('sv');
}

let draw;

window.openPeer = (name) => {
  draw = peers[name](document.querySelector('#peer'), window.first);
  draw(window.first);
};
window.showDay = (day) => draw(day);
