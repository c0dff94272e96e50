// The portal: pages under /account on which customers manage their account.

export { portal } from './routes.js';
