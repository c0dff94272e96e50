import { type Disk, DriveDirectory } from 'flydrive';

const FOLDER = 'replies';
const HOUR_LENGTH = 'YYYY-MM-DDTHH'.length;

/** Returns the folder on the private disk of the large replies that expire at the end of an hour. */
export const replyFolder = (until: Date): string => `${FOLDER}/${until.toISOString().slice(0, HOUR_LENGTH)}`;

/** Lists the ends of the hours for which there are folders. */
export async function listReplyHours(disk: Disk): Promise<Date[]> {
  const { objects } = await disk.listAll(FOLDER, { recursive: false });
  return [...objects]
    .filter((found) => found instanceof DriveDirectory)
    .map(({ name }) => new Date(`${name}:00:00Z`))
    .filter((until) => !Number.isNaN(until.getTime()));
}
