import { type Disk, DriveDirectory } from 'flydrive';

const FOLDER = 'replies';
const HOUR_LENGTH = 'YYYY-MM-DDTHH'.length;

/** Where on the private disk the large replies are that are kept until the end of an hour. */
export const replyFolder = (until: Date): string => `${FOLDER}/${until.toISOString().slice(0, HOUR_LENGTH)}`;

/** The ends of the hours until which large replies are kept. */
export async function hoursOfReplies(disk: Disk): Promise<Date[]> {
  const { objects } = await disk.listAll(FOLDER, { recursive: false });
  return [...objects]
    .filter((found) => found instanceof DriveDirectory)
    .map(({ name }) => new Date(`${name}:00:00Z`))
    .filter((until) => !Number.isNaN(until.getTime()));
}
