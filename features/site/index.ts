// The public site: front page, pricing, terms and privacy policy, and the page for what is not found.

export { createPublicSite, type SiteSettings } from './routes.js';
