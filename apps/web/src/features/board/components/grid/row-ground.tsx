import type { AbsenceRow } from '@muster/domain/scheduling/board/rows';
import { driveWords } from '@muster/domain/scheduling/board/words/drive';
import type { BoardRow } from '../../model/rows.ts';

interface RowGroundProps {
  row: BoardRow;
  absences: readonly AbsenceRow[];
  place: (start: number, end: number) => Placed;
  /** Of a week: the cell of a day, of which it is told whether somebody works on it and no more. */
  placeDay: ((day: number) => Placed) | undefined;
}

interface Placed {
  left: number;
  width: number;
  isNear: boolean;
}

/** A number of minutes needs so much. */
const minutesPx = 18;

/** What visits lie on: hours, breaks, absences and the drives between them. */
export function RowGround({ row, absences, place, placeDay }: RowGroundProps) {
  if (placeDay)
    return (
      <>
        {row.timelines.map(({ shifts }, day) => {
          const { left, width, isNear } = placeDay(day);
          return (
            isNear &&
            shifts.length > 0 && (
              <i
                key={`shift ${shifts[0]!.start}`}
                className="board-row__shift"
                data-holiday={shifts[0]!.isHoliday || undefined}
                style={{ left, width }}
              />
            )
          );
        })}
        <Absences absences={absences} place={place} />
      </>
    );
  return (
    <>
      {row.timelines.flatMap(({ shifts }) =>
        shifts.map(({ start, end, isHoliday }) => {
          const { left, width, isNear } = place(start, end);
          return (
            isNear && (
              <i
                key={`shift ${start}`}
                className="board-row__shift"
                data-holiday={isHoliday || undefined}
                // The lines of the hours go on where they were.
                style={{ left, width, backgroundPositionX: -left }}
              />
            )
          );
        }),
      )}
      {row.timelines.length === 1 && row.timelines[0]!.shifts.length === 0 && absences.length === 0 && (
        <i className="board-row__off">Day off</i>
      )}
      {row.timelines.flatMap(({ breaks }) =>
        breaks.map(({ start, end }) => {
          const { left, width, isNear } = place(start, end);
          return (
            isNear && (
              <i key={`break ${start}`} className="board-row__break" title="Break" style={{ left, width }} />
            )
          );
        }),
      )}
      <Absences absences={absences} place={place} />
      {row.timelines.flatMap(({ legs }) =>
        legs.map((leg) => {
          const { start, end, drive, short, to, from } = leg;
          const { left, width, isNear } = place(start, end);
          return (
            isNear && (
              <i
                key={`leg ${from} ${to}`}
                className="board-row__leg"
                data-short={short > 0 || undefined}
                title={short > 0 ? `${driveWords(leg)}, ${short} min short` : driveWords(leg)}
                style={{ left, width }}
              >
                {width > minutesPx ? drive : ''}
              </i>
            )
          );
        }),
      )}
    </>
  );
}

function Absences({ absences, place }: Pick<RowGroundProps, 'absences' | 'place'>) {
  return absences.map(({ id, kind, reason, start, end }) => {
    const { left, width, isNear } = place(start, end);
    return (
      isNear && (
        <i key={id} className="board-row__absence" style={{ left, width }}>
          <span>{[absenceWords[kind], reason].filter(Boolean).join(': ')}</span>
        </i>
      )
    );
  });
}

const absenceWords = { leave: 'On leave', sick: 'Sick', training: 'Training' };
