/**
 * The QR studio: drafts of hosted pages and codes, and the editor in the browser in which people make them. The editor is mounted in the
 * portal for members, and under URLs of its own for products that embed it.
 */

export type { StudioAccess } from './access.js';
export { editorFiles, editorScript, editorStyle } from './assets.js';
export { type QrDraft, type StudioCollections, studioCollections, studioIndexes } from './collections.js';
export { toDraftView } from './draft-view.js';
export { createDraft, deleteDraft, listDrafts } from './drafts.js';
export { mountEmbeddedStudio, setEditorHeaders } from './embedded.js';
export { findPictureId, isPictureId, isPicturePath, readPicture } from './picture-files.js';
export { mountPictures } from './picture-site.js';
export { deleteStudioData, toPictureRow } from './pictures.js';
export { toFileName } from './publish.js';
export type { StudioRight } from './rights.js';
export { mountStudio, type StudioServices } from './router.js';
export { studioRoutes } from './routes.js';
