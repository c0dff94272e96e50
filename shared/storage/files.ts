/** A file that a caller has saved on a disk. */
export interface SavedFile {
  /** Name of the disk and path on it: `public:accounts/…/menu.png`. */
  _id: string;
  account: string;
  bytes: number;
  at: Date;
}
