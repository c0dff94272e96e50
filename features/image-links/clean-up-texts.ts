import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { ImageLinkCollections } from './collections.js';
import { textPath } from './link-files.js';

/** Maximum number of images that one run deletes. */
const MOST_AT_ONCE = 5_000;

/** Deletes the images of texts whose retention has passed. They have left the storage quota by themselves. */
export const cleanUpImageTexts: ScheduledTask<{ readonly store: ImageLinkCollections; readonly disks: Disks }> = {
  name: 'clean-up-image-texts',
  schedule: '0 23 * * * *',
  async run({ store, disks, clock, each }) {
    const disk = await disks.private;
    const expired = store.imageLinkTexts.find({ expires: { $lte: clock.now() } }, { limit: MOST_AT_ONCE });
    const deleted = await each(
      expired,
      ({ _id }) => _id,
      async ({ _id, link, expires }) => {
        // Not one that was drawn again meanwhile.
        const { deletedCount } = await store.imageLinkTexts.deleteOne({ _id, expires });
        if (deletedCount > 0) await disk.delete(textPath(link, _id));
      },
    );
    return { deleted };
  },
};
