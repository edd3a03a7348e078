import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import { Saved } from '@muster/domain/basics/changes/schema';
import { blanksOf, type Fields, problemIn, storedOf } from '@muster/domain/values/fields';
import type { Permit } from '@muster/domain/values/role';
import { Id } from '@muster/domain/values/schema';
import type { FastifyRequest } from 'fastify';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { Catalogue } from '../db/catalogue.gen.ts';
import type { App, Platform } from '../deps.ts';
import { Failure } from '../http/answers/errors.ts';
import { commandRoute, saving } from './from-request.ts';
import type { TrackedRow, TrackedTable, Writer } from './tracked.ts';

/** The columns of a tracked table, which are the fields of its rows; the compiler refuses a field that the migrations have no column for. */
export function columnsIn<Name extends keyof Catalogue, Row extends TProperties>(
  _table: Name,
  schema: TObject<Row> & ([Exclude<keyof Row, keyof Catalogue[Name]>] extends [never] ? unknown : never),
) {
  const columns = Object.keys(schema.properties).filter((name) => name !== 'id' && name !== 'version');
  return columns as (Exclude<keyof Row, 'id' | 'version'> & string)[];
}

/** What was said of a record, as it is stored; refused where something is wrong with it. */
export function tidy<T extends object>(fields: Fields, given: T): T {
  const problem = problemIn(fields, given);
  if (problem) throw new Failure('unprocessable', problem.text);
  return storedOf(fields, given);
}

/** A new record: the same, and what nobody said of it is blank. */
export function filled<F extends Fields, T extends object>(fields: F, given: T) {
  return { ...blanksOf(fields), ...tidy(fields, given) };
}

/** It is offered no more; what was done with it stays. */
export async function setArchived<Row extends TrackedRow & { readonly archived_at: string | null }>(
  write: Writer,
  table: TrackedTable<Row>,
  id: string,
  isArchived: boolean,
): Promise<Row> {
  const archived_at = isArchived ? write.at.toISOString() : null;
  return write.update(table, id, { archived_at } as Partial<Row>);
}

/** What the kinds of changes call what can be archived and restored, and what can be removed. */
type Archived = KindOf<'archived'>;
type Removed = KindOf<'removed'>;
type KindOf<Verb extends string> = ChangeKind extends infer Kind
  ? Kind extends `${infer Thing} ${Verb}`
    ? Exclude<Thing, 'sample data' | 'webhook'>
    : never
  : never;

interface Call<Body extends TSchema, Run> {
  /** What it is for, in the words of the API's reference. */
  readonly summary: string;
  readonly body: Body;
  readonly run: Run;
}

type CallById<Answer> = Omit<Call<never, (write: Writer, id: string) => Promise<Answer>>, 'body'>;

type RecordCalls<Row extends TSchema, New extends TSchema, Edit extends TSchema> = {
  readonly base: string;
  /** Where it is added, if that is elsewhere: at what it belongs to, whose id is given then. */
  readonly addedAt?: string;
  readonly tags: string[];
  readonly access: readonly Permit[];
  readonly row: Row;
  readonly add?: Call<New, (write: Writer, body: Static<New>, owner: string) => Promise<Static<Row>>>;
  readonly edit: Call<Edit, (write: Writer, id: string, body: Static<Edit>) => Promise<Static<Row>>>;
} & (
  | {
      readonly thing: Archived;
      readonly archive: CallById<Static<Row>>;
      readonly restore: CallById<Static<Row>>;
    }
  | { readonly thing: Removed; readonly remove: CallById<null> }
);

const params = Type.Object({ id: Id });

/** The calls that every record has which people keep: add, edit, and archive and restore or remove. Each is a command with an undo. */
export function recordRoutes<Row extends TSchema, New extends TSchema, Edit extends TSchema>(
  app: App,
  { database: { db }, now }: Platform,
  record: RecordCalls<Row, New, Edit>,
): void {
  const { base, addedAt, tags, access, thing, add, edit } = record;
  const save = saving(db, now);
  const answer = Saved(record.row);
  const at = `${base}/:id`;
  const byId = { tags, params, answer };
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

  if (add)
    app.post(
      addedAt ?? base,
      commandRoute(access, {
        tags,
        summary: add.summary,
        body: add.body,
        answer,
        ...(addedAt !== undefined && { params }),
      }),
      (request) =>
        save(request, `${thing} added`, (write) =>
          add.run(write, request.body as Static<New>, idOf(request)),
        ),
    );
  app.patch(at, commandRoute(access, { ...byId, summary: edit.summary, body: edit.body }), (request) =>
    save(request, `${thing} edited`, (write) => edit.run(write, idOf(request), request.body as Static<Edit>)),
  );
  if ('remove' in record) {
    const { thing, remove } = record;
    const gone = { tags, params, summary: remove.summary, answer: Saved(Type.Null()) };
    app.delete(at, commandRoute(access, gone), (request) =>
      save(request, `${thing} removed`, (write) => remove.run(write, idOf(request))),
    );
    return;
  }
  const aside = [
    ['archive', `${record.thing} archived`, record.archive],
    ['restore', `${record.thing} restored`, record.restore],
  ] as const;
  for (const [verb, kind, { summary, run }] of aside)
    app.post(`${at}/${verb}`, commandRoute(access, { ...byId, summary }), (request) =>
      save(request, kind, (write) => run(write, idOf(request))),
    );
}
