// Image links: images of QR codes under signed URLs that need no key, for emails and no-code tools.

export { cleanUpImageTexts } from './clean-up-texts.js';
export { type ImageLinkCollections, imageLinkCollections, imageLinkIndexes } from './collections.js';
export { removeLink } from './link-files.js';
export { imageLinkRoutes } from './routes.js';
export { isImageLinkPath, mountImageLinks } from './site.js';
