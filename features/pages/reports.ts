import { MOST_REPORTS } from '../../shared/contract/bounds.js';
import type { reportReasons } from '../../shared/contract/hosted-pages/owner-fields.js';
import { insertNew } from '../../shared/store/insert-new.js';
import type { HostedPage, PageCollections } from './collections.js';

export type ReportReason = (typeof reportReasons)[number];

/** What a visitor reported of a page. */
export interface PageReport {
  /** The experience, and the keyed hash of who reported it: each may once. */
  _id: string;
  experience: number;
  at: Date;
  reason: ReportReason;
  details?: string | undefined;
}

type Store = Pick<PageCollections, 'experiences' | 'experienceReports'>;

/**
 * Keeps a report, unless the same visitor has reported the same page, or there are as many as are kept.
 *
 * @param reporter a keyed hash of the visitor's address
 * @returns how many reports there are now; nothing when it was not kept
 */
export async function keepReport(
  { experiences, experienceReports }: Store,
  { _id: pageId, reports = 0 }: HostedPage,
  reporter: string,
  report: Pick<PageReport, 'at' | 'reason' | 'details'>,
): Promise<number | undefined> {
  if (reports >= MOST_REPORTS) return undefined;
  const _id = `${pageId}.${reporter}`;
  if (await experienceReports.findOne({ _id }, { projection: { _id: 1 } })) return undefined;
  await insertNew(experienceReports, [{ _id, experience: pageId, ...report }]);
  const after = await experiences.findOneAndUpdate(
    { _id: pageId, deleted: { $exists: false } },
    { $inc: { reports: 1 }, $set: { reported: report.at } },
    { returnDocument: 'after', projection: { reports: 1 } },
  );
  return after?.reports;
}

/** The reports of an experience, the latest first. */
export const reportsOf = ({ experienceReports }: Store, pageId: number): Promise<PageReport[]> =>
  experienceReports.find({ experience: pageId }, { sort: { at: -1 }, limit: MOST_REPORTS }).toArray();
