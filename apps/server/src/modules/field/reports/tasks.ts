import type { Deps } from '../../../platform/deps.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { makeDocument, REPORT_ASKED, type ReportAsked } from './service.ts';

export function reportTasks(deps: Deps): Readonly<Record<string, Task>> {
  return { [REPORT_ASKED]: (payload) => makeDocument(deps, payload as ReportAsked) };
}
